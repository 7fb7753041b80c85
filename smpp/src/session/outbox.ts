// Collects the PDUs of one event loop turn into one chunk, so they are sent in one write.
import { pduSize, writePdu } from '../codec/encode.ts';
import type { Pdu } from '../codec/pdu.ts';

const chunkSize = 32 * 1024;

export class Outbox {
  readonly #send: (octets: Buffer) => void;
  #chunk = Buffer.allocUnsafe(0);
  #sent = 0;
  #filled = 0;
  #flushPlanned = false;

  constructor(send: (octets: Buffer) => void) {
    this.#send = send;
  }

  /**
   * Adds a PDU to the chunk sent at the end of this turn. Throws RangeError and adds nothing if it cannot be
   * encoded.
   */
  add(pdu: Pdu): void {
    const size = pduSize(pdu);
    if (this.#filled + size > this.#chunk.length) {
      this.flush();
      // The old chunk belongs to the socket until the kernel has taken it.
      this.#chunk = Buffer.allocUnsafe(Math.max(chunkSize, size));
      this.#sent = 0;
      this.#filled = 0;
    }
    this.#filled = writePdu(this.#chunk, this.#filled, pdu);
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    process.nextTick(() => {
      this.#flushPlanned = false;
      this.flush();
    });
  }

  /** Sends the chunk now. */
  flush(): void {
    if (this.#sent === this.#filled) return;
    const octets = this.#chunk.subarray(this.#sent, this.#filled);
    this.#sent = this.#filled;
    this.#send(octets);
  }
}
