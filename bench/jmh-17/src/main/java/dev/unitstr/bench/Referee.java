package dev.unitstr.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets JVMs that run at the same time measure one after the other, an iteration each. So a phase in which the machine is
 * slow hits all of them alike.
 */
final class Referee implements AutoCloseable {
    private static final int POLL_MILLIS = 50;

    private final ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final int patience;
    private final AtomicInteger players;
    private final List<Socket> forks = new ArrayList<>();

    /**
     * Starts to listen.
     *
     * @param players how many there are; each starts its forks one after the other
     * @param patience how many milliseconds a turn, or the start of a fork, takes at most
     */
    Referee(int players, int patience) throws IOException {
        this.players = new AtomicInteger(players);
        this.patience = patience;
        server.setSoTimeout(POLL_MILLIS);
    }

    int port() {
        return server.getLocalPort();
    }

    /** A player has no more forks, in whatever way the last one ended. */
    void leave() {
        players.decrementAndGet();
    }

    /**
     * Gives turns until all players have left. A round begins when a fork of each player waits.
     *
     * @throws SocketTimeoutException if a fork takes too long
     */
    void run() throws IOException {
        while (gather()) {
            for (Socket fork : List.copyOf(forks)) {
                if (!turn(fork)) {
                    forks.remove(fork);
                    fork.close();
                }
            }
        }
    }

    /** Whether there is another round. */
    private boolean gather() throws IOException {
        long start = System.nanoTime();
        while (forks.size() < players.get()) {
            try {
                Socket fork = server.accept();
                fork.setSoTimeout(patience);
                forks.add(fork);
            } catch (SocketTimeoutException e) {
                if (System.nanoTime() - start > patience * 1_000_000L) {
                    throw e;
                }
            }
        }
        return !forks.isEmpty();
    }

    /** Whether the fork wants another turn after this one. */
    private static boolean turn(Socket fork) throws IOException {
        try {
            fork.getOutputStream().write(0);
            return fork.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return false; // it ended without reading
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket fork : forks) {
            fork.close();
        }
    }
}
