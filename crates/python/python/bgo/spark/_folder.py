"""A folder of any file system that Spark writes to."""

from __future__ import annotations

import os
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession


class Folder:
    """A folder, whose files and folders have names with ``/`` between the parts."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        gateway: Any = spark.sparkContext._gateway
        self._jvm: Any = gateway.jvm
        hadoop = self._jvm.org.apache.hadoop.fs
        conf = spark._jsc.hadoopConfiguration()
        given = hadoop.Path(path)
        uri = given.toUri() if given.toUri().getScheme() else hadoop.FileSystem.getDefaultUri(conf)
        if not given.toUri().getScheme() and uri.getScheme() == "file":
            # Java does not notice when Python goes to another folder.
            given = hadoop.Path(os.path.abspath(path))
        # An instance of its own, so that only its files are without a checksum beside them.
        self._files = hadoop.FileSystem.newInstance(uri, conf)
        self._files.setWriteChecksum(False)
        self._path = self._files.makeQualified(given)
        self._context = hadoop.FileContext.getFileContext(self._path.toUri(), conf)
        self._replacing_nothing = gateway.new_array(hadoop.Options.Rename, 0)

    def __str__(self) -> str:
        uri = self._path.toUri()
        return str(uri.getPath() if uri.getScheme() == "file" else uri)

    def path(self, name: str = "") -> str:
        """Returns the address of a file or folder for Spark."""
        return str(self._at(name))

    def exists(self, name: str = "") -> bool:
        return bool(self._files.exists(self._at(name)))

    def state(self, name: str) -> tuple[int, int] | None:
        """Returns the size and the time of the last change of a file, or ``None`` if there is none."""
        if not self.exists(name):
            return None
        status = self._files.getFileStatus(self._at(name))
        return int(status.getLen()), int(status.getModificationTime())

    def names(self) -> set[str]:
        """Returns the names of what is in the folder, without hidden files."""
        if not self.exists():
            return set()
        found = {str(status.getPath().getName()) for status in self._files.listStatus(self._path)}
        return {name for name in found if not name.startswith(".")}

    def sizes(self) -> dict[str, int]:
        """Returns the size of every file below the folder by its name."""
        start = len(self.path()) + 1
        sizes = {}
        files = self._files.listFiles(self._path, True)
        while files.hasNext():
            status = files.next()
            sizes[str(status.getPath())[start:]] = int(status.getLen())
        return sizes

    def read(self, name: str) -> bytes | None:
        """Returns the bytes of a file, or ``None`` if there is none."""
        if not self.exists(name):
            return None
        stream = self._files.open(self._at(name))
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()

    def write(self, name: str, text: str, before: str) -> bool:
        """Writes a file, unless it exists. It is written under the name ``before`` first, so that it appears complete.
        Returns whether it was written."""
        stream = self._files.create(self._at(before), True)
        try:
            stream.write(bytearray(text, "utf-8"))
        finally:
            stream.close()
        return self.rename(before, name)

    def rename(self, name: str, to: str) -> bool:
        """Gives a file or folder a name that none has. Returns false if one has it."""
        try:
            self._context.rename(self._at(name), self._at(to), self._replacing_nothing)
        except Py4JJavaError:
            if self.exists(to):
                return False
            raise
        return True

    def delete(self, name: str) -> None:
        """Removes a file or folder, if it is there, with all that is in it."""
        self._files.delete(self._at(name), True)

    def _at(self, name: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(self._path, name) if name else self._path
