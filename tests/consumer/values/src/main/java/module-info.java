module org.example.values {
    requires dev.unitstr.ffm;
    requires dev.unitstr.tvm;
}
