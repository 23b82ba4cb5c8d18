/* A library for LD_PRELOAD that makes calls on files fail whose paths contain
 * FAULT_NAME. It counts those calls; from number FAULT_AT on they fail according
 * to FAULT_KIND:
 *   full      writes fail with ENOSPC
 *   damaged   writes and syncs fail with EIO
 *   gone      all calls fail with EIO
 *   readonly  opening for writing fails with EROFS, whatever FAULT_AT is
 *   killed    the process dies, at change number FAULT_AT
 * At exit, writes the number of calls to the file FAULT_COUNT. Appends each change that was made
 * to the file FAULT_LOG, a line each: its kind and one or two paths, with tabs between. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
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

/* The longest path. */
#define LONGEST 4096

/* Finds the path of an open file. */
static const char *path_of(int fd, char path[LONGEST])
{
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, LONGEST - 1);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

/* Makes the path of a name in a folder absolute. */
static const char *absolute(int folder, const char *name, char path[LONGEST])
{
    char parent[LONGEST];
    if (*name == '/')
        snprintf(path, LONGEST, "%s", name);
    else
        snprintf(path, LONGEST, "%s/%s", folder == AT_FDCWD ? getcwd(parent, LONGEST) : path_of(folder, parent), name);
    return path;
}

static int concerns_fd(int fd)
{
    char path[LONGEST];
    return concerns(path_of(fd, path));
}

static atomic_long changes;

/* Counts a change that is about to be made to a path, and dies if it is the last. */
static void before(const char *path)
{
    if (!concerns(path))
        return;
    long number = atomic_fetch_add(&changes, 1) + 1;
    if (!strcmp(setting("FAULT_KIND"), "killed") && number >= atol(setting("FAULT_AT")))
        _exit(137);
}

/* Logs a change that was made. */
static void after(const char *kind, const char *path, const char *other)
{
    int error = errno;
    const char *log = setting("FAULT_LOG");
    if (*log && concerns(path)) {
        char line[3 * LONGEST];
        int length = snprintf(line, sizeof line, "%s\t%s%s%s\n", kind, path, other ? "\t" : "", other ? other : "");
        static int to = -1;
        if (to < 0)
            to = ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(to, line, length);
    }
    errno = error;
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
    if (result >= 0)                    \
        after(change, path, NULL);      \
    if (why) {                          \
        errno = why;                    \
        return why == ENOSPC ? result : -1; \
    }                                   \
    return result;

/* Announces a change to an open file. */
#define CHANGE(kind, fd)            \
    const char *change = kind;      \
    char path[LONGEST];             \
    before(path_of(fd, path));

/* Makes the change, which returns 0. */
#define CHANGED(result)             \
    int failed = (result);          \
    if (!failed)                    \
        after(change, path, NULL);  \
    return failed;

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
    CHANGE("write", fd)
    RESULT(REAL(write)(fd, from, TORN(size)))
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
    FAIL(WRITE, fd)
    CHANGE("write", fd)
    RESULT(REAL(pwrite)(fd, from, TORN(size), at))
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
    FAIL(WRITE, fd)
    CHANGE("write", fd)
    RESULT(REAL(pwrite64)(fd, from, TORN(size), at))
}

int ftruncate(int fd, off_t size)
{
    FAIL(SYNC, fd)
    CHANGE("write", fd)
    CHANGED(REAL(ftruncate)(fd, size))
}

int ftruncate64(int fd, off64_t size)
{
    FAIL(SYNC, fd)
    CHANGE("write", fd)
    CHANGED(REAL(ftruncate64)(fd, size))
}

int fsync(int fd)
{
    FAIL(SYNC, fd)
    CHANGE("sync", fd)
    CHANGED(REAL(fsync)(fd))
}

int fdatasync(int fd)
{
    FAIL(SYNC, fd)
    CHANGE("sync", fd)
    CHANGED(REAL(fdatasync)(fd))
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
        char whole[LONGEST];                            \
        struct stat found;                              \
        int creates = flags & O_CREAT && stat(path, &found); \
        if (creates)                                    \
            before(absolute(AT_FDCWD, path, whole));    \
        int fd = REAL(name)(path, flags, mode);         \
        if (creates && fd >= 0)                         \
            after("create", whole, NULL);               \
        return fd;                                      \
    }

OPEN_AS(open)
OPEN_AS(open64)

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    CHANGE("write", fd)
    ssize_t result = REAL(writev)(fd, parts, count);
    after(change, path, NULL);
    return result;
}

ssize_t copy_file_range(int from, off64_t *from_at, int fd, off64_t *at, size_t size, unsigned flags)
{
    CHANGE("write", fd)
    ssize_t result = REAL(copy_file_range)(from, from_at, fd, at, size, flags);
    after(change, path, NULL);
    return result;
}

/* Changes the name in a folder. */
#define NAME(kind, folder, name, result)            \
    const char *change = kind;                      \
    char path[LONGEST];                             \
    before(absolute(folder, name, path));           \
    CHANGED(result)

int mkdir(const char *name, mode_t mode)
{
    NAME("folder", AT_FDCWD, name, REAL(mkdir)(name, mode))
}

int unlink(const char *name)
{
    NAME("remove", AT_FDCWD, name, REAL(unlink)(name))
}

int rmdir(const char *name)
{
    NAME("remove", AT_FDCWD, name, REAL(rmdir)(name))
}

int unlinkat(int folder, const char *name, int flags)
{
    NAME("remove", folder, name, REAL(unlinkat)(folder, name, flags))
}

/* Renames a file or folder. */
#define RENAME(result)                              \
    char path[LONGEST], other[LONGEST];             \
    before(absolute(AT_FDCWD, from, path));         \
    absolute(AT_FDCWD, to, other);                  \
    int failed = (result);                          \
    if (!failed)                                    \
        after("rename", path, other);               \
    return failed;

int rename(const char *from, const char *to)
{
    RENAME(REAL(rename)(from, to))
}

int renameat2(int folder, const char *from, int other_folder, const char *to, unsigned flags)
{
    RENAME(REAL(renameat2)(folder, from, other_folder, to, flags))
}

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
