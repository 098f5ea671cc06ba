plugins { `java-platform` }

dependencies {
    constraints { listOf("unitstr", "unitstr-ffm", "unitstr-natives").forEach { api(project(":$it")) } }
}
