"""The same questions on Apache Spark: datasets that a cluster imports and reads. Needs pyspark 4.1 or later, and
pyarrow; every executor needs this package."""

from bgo.spark._import import ImportedDataset, import_archives

__all__ = ["ImportedDataset", "import_archives"]
