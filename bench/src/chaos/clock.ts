// Loaded before the service (`node --import`): its clock is off by CHAOS_CLOCK_MS, as on a machine whose clock is wrong.

const offsetMs = Number(process.env.CHAOS_CLOCK_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    // biome-ignore lint/suspicious/noExplicitAny: Date has several forms, of which all but the empty one stay as they are
    super(...((given.length === 0 ? [RealDate.now() + offsetMs] : given) as [any]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;
