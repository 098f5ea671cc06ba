package dev.unitstr.internal.values;

import dev.unitstr.tvm.Value;

/** A list whose places contain slots. */
final class InlineList extends OwnList {
    InlineList(ValueContext context, ObjectStore store) {
        super(context, store, SLOT);
    }

    @Override
    byte[] keep(byte[] slot) {
        return slot;
    }

    @Override
    byte[] slot(byte[] place) {
        Rfc97Slots.FORMAT.read(place);
        return place;
    }

    @Override
    void giveBack(byte[] place) {
        if (Rfc97Slots.FORMAT.owns(place)) {
            forget(Bits.i64(place, 8));
        }
    }

    @Override
    void changed(long data, int size, int capacity) {}

    @Override
    public Usage usage() {
        return new Usage((long) SLOT * size(), 0, 0);
    }

    private static UnsupportedOperationException noObject() {
        return new UnsupportedOperationException("a list of slots is no object");
    }

    @Override
    public Value asValue() {
        throw noObject();
    }

    @Override
    public long address() {
        throw noObject();
    }
}
