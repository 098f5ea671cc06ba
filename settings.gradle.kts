pluginManagement {
    repositories {
        mavenCentral()
        gradlePluginPortal()
    }
}

rootProject.name = "unitstr-build"

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories { mavenCentral() }
}

// Gradle path -> directory: the same modules as in the poms; tests/drift compares them.
mapOf(
    "unitstr-natives" to "java/unitstr-natives",
    "unitstr" to "java/unitstr",
    "unitstr-tvm" to "java/unitstr-tvm",
    "unitstr-ffm" to "java/unitstr-ffm",
    "unitstr-bom" to "java/unitstr-bom",
    "unitstr-cli" to "java/unitstr-cli",
    "unitstr-spark" to "java/unitstr-spark",
    "unitstr-contract" to "tests/contract",
    "unitstr-contract-ffm" to "tests/contract-ffm",
    "unitstr-interop" to "tests/interop",
    "unitstr-interop-ffm" to "tests/interop-ffm",
    "unitstr-interop-tensorflow" to "tests/interop/tensorflow",
    "unitstr-interop-tvm" to "tests/interop/tvm",
    "unitstr-interop-duckdb" to "tests/interop/duckdb",
    "unitstr-drift" to "tests/drift",
    "unitstr-bench" to "bench/jmh",
    "unitstr-bench-17" to "bench/jmh-17",
    "unitstr-examples-segments" to "examples/segments",
    "unitstr-examples-buffers" to "examples/buffers",
    "unitstr-examples-csv" to "examples/csv",
    "unitstr-examples-duckdb" to "examples/duckdb",
    "unitstr-examples-values" to "examples/values",
).forEach { (name, directory) ->
    include(name)
    project(":$name").projectDir = file(directory)
}
