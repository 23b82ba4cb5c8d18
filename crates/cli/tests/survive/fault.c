/* A library for LD_PRELOAD that makes calls on files fail whose paths contain
 * FAULT_NAME. It counts those calls; from number FAULT_AT on they fail according
 * to FAULT_KIND:
 *   full      writes fail with ENOSPC
 *   damaged   writes and syncs fail with EIO
 *   gone      all calls fail with EIO
 *   readonly  opening for writing fails with EROFS, whatever FAULT_AT is
 * At exit, writes the number of calls to the file FAULT_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum call { READ, WRITE, SYNC, OPEN };

static atomic_long calls;

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static int concerns(const char *path)
{
    const char *name = setting("FAULT_NAME");
    return path && *name && strstr(path, name);
}

static int concerns_fd(int fd)
{
    char link[40], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return concerns(path);
}

/* Returns the errno with which a call must fail, or 0. Sets `first` if the call is
 * the first to fail. */
static int failure(enum call call, int *first)
{
    long number = atomic_fetch_add(&calls, 1) + 1;
    long at = atol(setting("FAULT_AT"));
    const char *kind = setting("FAULT_KIND");
    *first = number == at;
    if (at == 0 || number < at)
        return 0;
    if (!strcmp(kind, "full"))
        return call == WRITE ? ENOSPC : 0;
    if (!strcmp(kind, "damaged"))
        return call == WRITE || call == SYNC ? EIO : 0;
    if (!strcmp(kind, "gone"))
        return EIO;
    return 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define FAIL(call, fd)                                  \
    int first = 0;                                      \
    int why = concerns_fd(fd) ? failure(call, &first) : 0; \
    if (why && !(call == WRITE && first)) {             \
        errno = why;                                    \
        return -1;                                      \
    }

/* The first failing write is torn: it writes half of its bytes. */
#define TORN(size) (why ? (size) / 2 : (size))
#define RESULT(written)                 \
    ssize_t result = (written);         \
    if (why) {                          \
        errno = why;                    \
        return why == ENOSPC ? result : -1; \
    }                                   \
    return result;

ssize_t read(int fd, void *to, size_t size)
{
    FAIL(READ, fd)
    return REAL(read)(fd, to, size);
}

ssize_t pread(int fd, void *to, size_t size, off_t at)
{
    FAIL(READ, fd)
    return REAL(pread)(fd, to, size, at);
}

ssize_t pread64(int fd, void *to, size_t size, off64_t at)
{
    FAIL(READ, fd)
    return REAL(pread64)(fd, to, size, at);
}

ssize_t write(int fd, const void *from, size_t size)
{
    FAIL(WRITE, fd)
    RESULT(REAL(write)(fd, from, TORN(size)))
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
    FAIL(WRITE, fd)
    RESULT(REAL(pwrite)(fd, from, TORN(size), at))
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
    FAIL(WRITE, fd)
    RESULT(REAL(pwrite64)(fd, from, TORN(size), at))
}

int ftruncate(int fd, off_t size)
{
    FAIL(SYNC, fd)
    return REAL(ftruncate)(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    FAIL(SYNC, fd)
    return REAL(ftruncate64)(fd, size);
}

int fsync(int fd)
{
    FAIL(SYNC, fd)
    return REAL(fsync)(fd);
}

int fdatasync(int fd)
{
    FAIL(SYNC, fd)
    return REAL(fdatasync)(fd);
}

/* Returns the errno with which an open must fail, or 0. */
static int open_failure(const char *path, int flags)
{
    int first;
    if (!concerns(path))
        return 0;
    if (!strcmp(setting("FAULT_KIND"), "readonly"))
        return flags & (O_WRONLY | O_RDWR | O_CREAT) ? EROFS : 0;
    return failure(OPEN, &first);
}

#define OPEN_AS(name)                                   \
    int name(const char *path, int flags, ...)          \
    {                                                   \
        va_list rest;                                   \
        va_start(rest, flags);                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                   \
        int why = open_failure(path, flags);            \
        if (why) {                                      \
            errno = why;                                \
            return -1;                                  \
        }                                               \
        return REAL(name)(path, flags, mode);           \
    }

OPEN_AS(open)
OPEN_AS(open64)

__attribute__((destructor)) static void tell(void)
{
    const char *path = setting("FAULT_COUNT");
    if (!*path)
        return;
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "%ld", atomic_load(&calls));
        fclose(file);
    }
}
