// Files in a multipart form: how many arrive at once, how long they may take, and their refusals.
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { ErrorName } from '@godwit/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { orThrow, type Refusal, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { App } from './types.ts';

/** Limits of uploads. */
export type UploadLimits = {
  /** How long nothing may come. */
  idleMs: number;
  /**
   * How long all of it may take: less than the request timeout of the server, which answers without a
   * reason.
   */
  totalMs: number;
  /** Concurrent uploads of a team and in total, including waiting and processing. */
  perTeam: number;
  atOnce: number;
  /** After `graceMs`, an upload slower than this is cut off if another one finds no free slot. */
  graceMs: number;
  minBytesPerSecond: number;
};

export const UPLOAD_LIMITS: UploadLimits = {
  idleMs: 15_000,
  totalMs: 115_000,
  perTeam: 4,
  atOnce: 100,
  graceMs: 5_000,
  minBytesPerSecond: 16 * 1_024,
};

/** The form part of the file, and the messages for a missing or too large file. */
export type FilePart = { field: string; maxBytes: number; noFile: string; tooLarge: string };

export type Uploads = {
  /** Makes the routes of an app accept such forms: the file, and a few fields that are not read. */
  accept(routes: App): Promise<void>;
  /**
   * Passes a team's file to `use` while it arrives, and returns its result. Throws refusals:
   * tooManyRequests and unavailable if all slots are taken or another upload needs a slow one's;
   * unsupportedType; invalidArgument, at the file's field, if the file is missing, cut or stalls; tooLarge;
   * and those of `use`.
   */
  receive<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    teamId: string,
    use: (file: { name: string; content: AsyncIterable<Buffer> }) => Promise<T | Refusal>,
  ): Promise<T>;
};

/** Opens the upload slots for one kind of file; all routes of that kind share the limits. */
export function openUploads(part: FilePart, limits: UploadLimits): Uploads {
  const places = openSlots(limits);
  const refusal = (refused: ErrorName, description: string) =>
    new RefusalError(refuseField(refused, part.field, description));

  async function open(request: FastifyRequest, clock: Clock) {
    if (!request.isMultipart()) throw refusal('unsupportedType', part.noFile);
    const file = await clock.until(request.file().catch(() => undefined));
    if (file?.fieldname !== part.field || !file.filename) throw refusal('invalidArgument', part.noFile);
    return { name: file.filename, content: bytesOf(file.file, clock) };
  }

  async function* bytesOf(file: Readable & { truncated: boolean }, clock: Clock): AsyncGenerator<Buffer> {
    const tooLarge = () => refusal('tooLarge', part.tooLarge);
    // The file would come to its end only with the form that it is a part of.
    file.once('limit', () => file.destroy(tooLarge()));
    if (file.truncated) throw tooLarge();
    try {
      yield* clock.watch(file);
    } catch (error) {
      throw error instanceof RefusalError ? error : refusal('invalidArgument', CUT);
    }
  }

  return {
    async accept(routes) {
      const { maxBytes: fileSize } = part;
      await routes.register(multipart, {
        limits: { fileSize, files: 1, fields: 10, parts: 11, fieldSize: 1_024 },
        throwFileSizeLimit: false,
      });
    },
    async receive(request, reply, teamId, use) {
      const clock = openClock(limits, (why) => refusal('invalidArgument', why));
      const full = places.enter(teamId, clock);
      try {
        if (full) throw new RefusalError(full);
        return orThrow(await use(await open(request, clock)));
      } finally {
        if (!full) places.leave(clock);
        // The sender is silent: nothing is gained by keeping the connection.
        if (clock.isOver()) reply.header('connection', 'close');
        // A client that is refused before its end is still sending, and reads the answer only after the rest
        // was taken from it.
        request.raw.unpipe();
        drain(request.raw);
      }
    },
  };
}

/** Pause after each piece of a refused upload: some 2 MB a second of one connection. */
const PAUSE_MS = 25;

/** Reads on to the end, slowly: a client that repeats what is refused would keep a core at work otherwise. */
function drain(source: Readable): void {
  source.on('data', () => {
    source.pause();
    setTimeout(() => source.resume(), PAUSE_MS).unref();
  });
  source.resume();
}

const CUT = 'The upload was cut before its end and nothing of it is in. Upload the file again.';

/**
 * Counts the uploads of each team and of all. If no slot is free, it cuts off the slowest of the uploads that
 * are too slow.
 */
function openSlots({ atOnce, perTeam, graceMs, minBytesPerSecond }: UploadLimits) {
  /** The uploads in flight, each with its team. */
  const taken = new Map<Clock, string>();

  function cutSlowest(): boolean {
    const slow = [...taken.keys()].filter(
      (clock) => clock.ageMs() >= graceMs && clock.bytesPerSecond() < minBytesPerSecond,
    );
    slow.sort((a, b) => a.bytesPerSecond() - b.bytesPerSecond());
    return slow.some((clock) => clock.cut(new RefusalError(unavailable(SLOW))));
  }

  return {
    enter(teamId: string, clock: Clock): Refusal | null {
      if ([...taken.values()].filter((one) => one === teamId).length >= perTeam) {
        const description = `Your team has ${perTeam} uploads on their way. Upload this file when one of them is done.`;
        return refuse('tooManyRequests', { description, retryAfterSeconds: 10 });
      }
      if (taken.size >= atOnce && !cutSlowest()) return unavailable(BUSY);
      taken.set(clock, teamId);
      return null;
    },
    leave: (clock: Clock) => taken.delete(clock),
  };
}

const unavailable = (description: string): Refusal =>
  refuse('unavailable', { description, retryAfterSeconds: 10 });
const BUSY = 'Many files are on their way, and nothing of this one is in. Upload it again shortly.';
const SLOW =
  'Many files are on their way, this one came too slowly, and nothing of it is in. Upload it again shortly, over a faster connection.';

type Clock = ReturnType<typeof openClock>;

/** Bounds the wait for the next bytes of one upload, and for all of them. */
function openClock({ idleMs, totalMs }: UploadLimits, refuseFor: (why: string) => RefusalError) {
  const beganAt = performance.now();
  const endsAt = beganAt + totalMs;
  let bytes = 0;
  let over = false;
  let cutWait: ((error: RefusalError) => void) | null = null;

  /** Calls `giveUp` if it is not stopped in time. */
  function start(giveUp: (error: RefusalError) => void): () => void {
    const leftMs = endsAt - performance.now();
    const cut = (error: RefusalError) => {
      over = true;
      giveUp(error);
    };
    const end = () => cut(refuseFor(leftMs < idleMs ? tooSlow(totalMs) : idle(idleMs)));
    // A timer would never come to it if the next bytes are always there already.
    if (leftMs <= 0) end();
    const timer = leftMs > 0 ? setTimeout(end, Math.min(idleMs, leftMs)) : undefined;
    cutWait = cut;
    return () => {
      clearTimeout(timer);
      cutWait = null;
    };
  }

  const ageMs = () => performance.now() - beganAt;
  return {
    isOver: () => over,
    ageMs,
    bytesPerSecond: () => bytes / (ageMs() / 1_000),
    /**
     * Ends the wait for more bytes with an error. False if it is not waiting: the file is whole, or its
     * bytes are at work.
     */
    cut(error: RefusalError): boolean {
      if (over || cutWait === null) return false;
      cutWait(error);
      return true;
    },
    /** Resolves to what is awaited, or throws when it does not come. */
    until<T>(awaited: Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const stop = start(reject);
        awaited.then(resolve, reject).finally(stop);
      });
    },
    /** Yields the pieces as they come. The time that their user takes for one is not counted as silence. */
    async *watch(file: Readable): AsyncGenerator<Buffer> {
      const giveUp = (error: RefusalError) => file.destroy(error);
      let stop = start(giveUp);
      try {
        for await (const piece of file) {
          stop();
          bytes += piece.length;
          yield piece;
          stop = start(giveUp);
        }
      } finally {
        stop();
      }
    },
  };
}

function idle(idleMs: number): string {
  return `Nothing came for ${Math.ceil(idleMs / 1_000)} seconds, and nothing of the file is in. Upload it again.`;
}

function tooSlow(totalMs: number): string {
  return `The upload took more than ${Math.ceil(totalMs / 1_000)} seconds, and nothing of the file is in. Upload it again over a faster connection, or in parts.`;
}
