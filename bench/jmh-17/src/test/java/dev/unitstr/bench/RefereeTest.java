package dev.unitstr.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forks without JVMs: threads that connect, and do nothing in their turns. */
@Timeout(60)
class RefereeTest {
    private static final int LONG = 60_000;
    private static final int SHORT = 100;

    private final List<String> turns = new CopyOnWriteArrayList<>();

    @Test
    void theOthersGoOnWhenOneDies() throws Exception {
        try (Referee referee = new Referee(3, LONG)) {
            for (Player player : List.of(new Player("a", 4), new Player("b", 2), new Player("c", 4))) {
                player.start(referee);
            }
            referee.run();
        }
        assertEquals("abcabcacac", String.join("", turns));
    }

    @Test
    void nobodyWaitsForOneThatNeverConnects() throws Exception {
        try (Referee referee = new Referee(2, LONG)) {
            new Player("a", 3).start(referee);
            CompletableFuture.runAsync(referee::leave);
            referee.run();
        }
        assertEquals("aaa", String.join("", turns));
    }

    @Test
    void aNextForkIsWaitedFor() throws Exception {
        try (Referee referee = new Referee(2, LONG)) {
            new Player("a", 2, 1).start(referee);
            new Player("b", 2, 1).start(referee);
            referee.run();
        }
        assertEquals("abab", String.join("", turns.subList(0, 4)));
        assertEquals(6, turns.size());
    }

    @Test
    void aForkThatHangsEndsTheRun() throws Exception {
        Referee referee = new Referee(2, SHORT);
        try (Socket hangs = connect(referee);
                Socket waits = connect(referee)) {
            assertThrows(SocketTimeoutException.class, referee::run);
            referee.close();
            assertEquals(-1, waits.getInputStream().read());
            assertEquals(0, hangs.getInputStream().read());
            assertEquals(-1, hangs.getInputStream().read());
        }
    }

    @Test
    void aForkThatDoesNotStartEndsTheRun() throws Exception {
        try (Referee referee = new Referee(1, SHORT)) {
            assertThrows(SocketTimeoutException.class, referee::run);
        }
    }

    private static Socket connect(Referee referee) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), referee.port());
    }

    /** Like a runner of JMH: starts its forks one after the other. The first connects at once, in order. */
    private final class Player {
        private final String name;
        private final int[] forks;

        Player(String name, int... forks) {
            this.name = name;
            this.forks = forks;
        }

        void start(Referee referee) throws IOException {
            Socket first = connect(referee);
            CompletableFuture.runAsync(
                    () -> {
                        try {
                            play(first, forks[0]);
                            for (int fork = 1; fork < forks.length; fork++) {
                                play(connect(referee), forks[fork]);
                            }
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        } finally {
                            referee.leave();
                        }
                    },
                    task -> new Thread(task).start());
        }

        private void play(Socket socket, int iterations) throws IOException {
            try (socket) {
                for (int i = 0; i < iterations; i++) {
                    if (i > 0) {
                        socket.getOutputStream().write(0);
                    }
                    assertEquals(0, socket.getInputStream().read());
                    turns.add(name);
                }
            }
        }
    }
}
