"""What docs/spark.md shows: PySpark writes and reads string tensors. Run by tests/spark/run."""
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

path = sys.argv[1]
spark = SparkSession.builder.getOrCreate()
# [spark: notebook]
words = spark.range(1_000_000).select(F.concat(F.lit("word-"), F.col("id") % 1000).alias("value"))
words.write.format("string-tensor").mode("overwrite").save(path)

tokens = spark.read.format("string-tensor").load(path)
tokens.filter("value like 'word-99%'").groupBy("value").count().orderBy("value").show(3)
tokens.select(F.lower("value").alias("value")).write.format("arrow-strings").mode("overwrite").save(path + "-arrow")
# [spark: end]
assert tokens.count() == 1_000_000
assert tokens.filter("value = 'word-7'").count() == 1000
assert tokens.filter("value like 'word-99%'").groupBy("value").count().collect()[0]["count"] == 1000
arrow = spark.read.format("arrow-strings").load(path + "-arrow")
assert arrow.select("value").distinct().count() == 1000
assert [row.value for row in arrow.orderBy("value").limit(1).collect()] == ["word-0"]
print("ok notebook.py: PySpark", spark.version)
spark.stop()
