plugins {
    `java-platform`
    `maven-publish`
}

dependencies {
    constraints { listOf("unitstr", "unitstr-tvm", "unitstr-ffm", "unitstr-natives", "unitstr-spark").forEach { api(project(":$it")) } }
}
