// Preloaded into the service (`node --import`): shifts its clock by CHAOS_CLOCK_MS, as on a machine with a
// wrong clock.

const offsetMs = Number(process.env.CHAOS_CLOCK_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    // biome-ignore lint/suspicious/noExplicitAny: only the form without arguments changes
    super(...((given.length === 0 ? [RealDate.now() + offsetMs] : given) as [any]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;
