import java.io.File;
import org.gradle.tooling.GradleConnector;
import org.gradle.tooling.ProjectConnection;
import org.gradle.tooling.model.eclipse.EclipseProject;
import org.gradle.tooling.model.idea.IdeaModule;
import org.gradle.tooling.model.idea.IdeaProject;
import org.gradle.tooling.model.idea.IdeaSingleEntryLibraryDependency;

/** Imports this checkout as IDEs do: {@code java -cp 'GRADLE/lib/*' tests/gradle/Model.java GRADLE CHECKOUT}. */
class Model {
    public static void main(String... args) {
        GradleConnector connector = GradleConnector.newConnector()
                .useInstallation(new File(args[0]))
                .forProjectDirectory(new File(args[1]));
        try (ProjectConnection connection = connector.connect()) {
            int libraries = 0;
            IdeaProject idea = connection.getModel(IdeaProject.class);
            for (IdeaModule module : idea.getModules()) {
                for (Object dependency : module.getDependencies()) {
                    if (dependency instanceof IdeaSingleEntryLibraryDependency library) {
                        libraries++;
                        if (!library.getFile().exists()) {
                            throw new AssertionError(module.getName() + ": " + library.getFile());
                        }
                    }
                }
            }
            int projects = connection.getModel(EclipseProject.class).getChildren().size();
            System.out.println("gradle: the models of IntelliJ IDEA and Eclipse: " + projects + " modules, " + libraries + " uses of libraries");
            if (projects < 20 || idea.getModules().size() != projects + 1) {
                throw new AssertionError(idea.getModules());
            }
        } finally {
            connector.disconnect();
        }
    }
}
