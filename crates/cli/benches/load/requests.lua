-- Requests random addresses. Arguments: a file with one address a line, and the maximum rest
-- between two requests in milliseconds.
local addresses = {}
local rest = 0
local thread_number = 0

function setup(thread)
  thread:set("seed", thread_number)
  thread_number = thread_number + 1
end

function init(args)
  math.randomseed(os.time() + seed)
  rest = tonumber(args[2])
  for line in io.lines(args[1]) do
    addresses[#addresses + 1] = line
  end
end

function request()
  return wrk.format("GET", addresses[math.random(#addresses)])
end

function delay()
  return math.random(0, rest)
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '{"requests": %d, "seconds": %.3f, "median_ms": %.3f, "p99_ms": %.3f, "max_ms": %.3f, "errors": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, failed))
end
