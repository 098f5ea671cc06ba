package dev.unitstr.contract;

import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.nio.file.Path;

@EveryRun
class TensorFilesTest extends TensorFilesContract {
    @Override
    protected StringTensor map(Path file, TensorLayout layout, long count) throws IOException {
        return StringTensors.map(file, layout, count);
    }
}
