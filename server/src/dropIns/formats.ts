// The formats in which drop-in APIs have URLs of messages called, by name.
import type { CallFormat } from '../callbacks/delivery/deliver.ts';
import { KANNEL_FORMAT, kannelReport } from './kannel/report.ts';

export const CALL_FORMATS: Readonly<Record<string, CallFormat>> = { [KANNEL_FORMAT]: kannelReport };
