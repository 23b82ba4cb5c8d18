#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bgo::internal::fuzzing::diagram(data));
