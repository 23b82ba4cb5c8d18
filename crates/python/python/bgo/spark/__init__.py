"""The same questions on Apache Spark: datasets that a cluster imports and reads. Needs pyspark 4 or later, and
pyarrow; every executor needs this package."""

try:
    import pyarrow
    import pyspark
except ImportError as error:
    raise ImportError(f'bgo.spark needs {error.name}: pip install "bgo-db[spark]"', name=error.name) from None
else:
    del pyarrow, pyspark

from bgo.spark._database import Database
from bgo.spark._games import Games
from bgo.spark._import import ImportedDataset, import_archives

__all__ = ["Database", "Games", "ImportedDataset", "import_archives"]
