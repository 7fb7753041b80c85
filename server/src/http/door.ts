// The door of the service: new connections are let in one after the other, and those that call the public API before all others.
// Ten thousand logins at once would otherwise be read and answered within one turn of the event loop, and sending would wait for it.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that are listened to for their first bytes. */
const LISTENED_TO = 128;
/** Of them, how many are new before a rest: hearing all at once would take milliseconds. */
const NEWLY_LISTENED_TO = 16;
const REST_MS = 1;
/** Whoever has been silent for this long gives its place among them to another. */
const SILENT_MS = 100;
/** As long as HTTP waits for the headers of a request. */
const SILENT_AT_MOST_MS = 60_000;
/** Between two that are let in: at most five hundred a second have their first request begun. */
const PAUSE_MS = 2;

/** How a request of the public API begins. */
const FIRST = /^[A-Z]+ \/v1\/(?!web\/|staff\/)/;
const LONGEST_FIRST = 32;

export type Door = {
  /** Puts the door in front of a server that does not listen yet. */
  guard: (server: Server) => void;
  /** Lets in who has asked already, and closes the connections of all others; for when the server stops. */
  close: () => void;
};

/** One door for all addresses that are listened on. */
export function openDoor(): Door {
  const queue = openQueue();
  return {
    guard: (server) => {
      const [serve] = server.listeners('connection');
      if (!serve) throw new Error('There is nothing to guard');
      server.off('connection', serve as () => void);
      // An option of net.createServer that http.createServer does not pass on: nothing is read before `resume`.
      Object.assign(server, { pauseOnConnect: true });
      server.on('connection', (socket: Socket) =>
        queue.join(socket, () => {
          serve.call(server, socket);
          socket.resume();
        }),
      );
    },
    close: queue.close,
  };
}

/** Those outside the door. */
function openQueue() {
  const letIn = new Map<Socket, () => void>();
  const ears = openEars();
  const heard: Socket[] = [];
  let isClosed = false;

  function join(socket: Socket, enter: () => void): void {
    if (isClosed) {
      socket.destroy();
      return;
    }
    letIn.set(socket, enter);
    socket.on('error', leave).on('close', leave).on('end', leave).on('data', hear);
    socket.setTimeout(SILENT_AT_MOST_MS, leave);
    ears.add(socket);
  }

  function hear(this: Socket, bytes: Buffer): void {
    this.pause();
    this.unshift(bytes);
    ears.delete(this);
    if (FIRST.test(bytes.toString('latin1', 0, LONGEST_FIRST))) enter(this);
    else if (heard.push(this) === 1) setImmediate(letNextIn);
  }

  function letNextIn(): void {
    heard.splice(0, 1).forEach(enter);
    if (heard.length > 0) setTimeout(letNextIn, PAUSE_MS);
  }

  function enter(socket: Socket): void {
    const enters = letIn.get(socket);
    forget(socket);
    enters?.();
  }

  function leave(this: Socket): void {
    forget(this);
    this.destroy();
  }

  function forget(socket: Socket): void {
    letIn.delete(socket);
    ears.delete(socket);
    socket.off('error', leave).off('close', leave).off('end', leave).off('data', hear);
    socket.setTimeout(0, leave);
  }

  function close(): void {
    isClosed = true;
    heard.splice(0).forEach(enter);
    for (const socket of letIn.keys()) leave.call(socket);
  }

  return { join, close };
}

/** Listens to a bounded number of connections at a time; those never listened to come before those found silent. */
function openEars() {
  const unheard = new Set<Socket>();
  const silent = new Set<Socket>();
  const listenedTo = new Set<Socket>();
  let resting: NodeJS.Timeout | null = null;
  let passing: NodeJS.Timeout | null = null;

  function listen(): void {
    if (resting !== null) return;
    let newly = 0;
    for (const waiting of [unheard, silent]) {
      for (const socket of waiting) {
        if (listenedTo.size === LISTENED_TO || newly === NEWLY_LISTENED_TO) break;
        newly++;
        waiting.delete(socket);
        listenedTo.add(socket.resume());
      }
    }
    if (newly > 0) resting = setTimeout(listenAgain, REST_MS);
    if (unheard.size + silent.size > 0 && passing === null) passing = setTimeout(passSilentOver, SILENT_MS);
  }

  function listenAgain(): void {
    resting = null;
    listen();
  }

  function passSilentOver(): void {
    passing = null;
    for (const socket of listenedTo) silent.add(socket.pause());
    listenedTo.clear();
    listen();
  }

  return {
    add(socket: Socket): void {
      unheard.add(socket);
      listen();
    },
    delete(socket: Socket): void {
      for (const set of [unheard, silent, listenedTo]) set.delete(socket);
      listen();
    },
  };
}
