// The command_status values of SMPP 3.4 §5.1.3, and how a submit with each of them continues.

/** SMPP 3.4 §5.1.3, table 5-2. */
export const commandStatus = {
  ESME_ROK: 0x00,
  ESME_RINVMSGLEN: 0x01,
  ESME_RINVCMDLEN: 0x02,
  ESME_RINVCMDID: 0x03,
  ESME_RINVBNDSTS: 0x04,
  ESME_RALYBND: 0x05,
  ESME_RINVPRTFLG: 0x06,
  ESME_RINVREGDLVFLG: 0x07,
  ESME_RSYSERR: 0x08,
  ESME_RINVSRCADR: 0x0a,
  ESME_RINVDSTADR: 0x0b,
  ESME_RINVMSGID: 0x0c,
  ESME_RBINDFAIL: 0x0d,
  ESME_RINVPASWD: 0x0e,
  ESME_RINVSYSID: 0x0f,
  ESME_RCANCELFAIL: 0x11,
  ESME_RREPLACEFAIL: 0x13,
  ESME_RMSGQFUL: 0x14,
  ESME_RINVSERTYP: 0x15,
  ESME_RINVNUMDESTS: 0x33,
  ESME_RINVDLNAME: 0x34,
  ESME_RINVDESTFLAG: 0x40,
  ESME_RINVSUBREP: 0x42,
  ESME_RINVESMCLASS: 0x43,
  ESME_RCNTSUBDL: 0x44,
  ESME_RSUBMITFAIL: 0x45,
  ESME_RINVSRCTON: 0x48,
  ESME_RINVSRCNPI: 0x49,
  ESME_RINVDSTTON: 0x50,
  ESME_RINVDSTNPI: 0x51,
  ESME_RINVSYSTYP: 0x53,
  ESME_RINVREPFLAG: 0x54,
  ESME_RINVNUMMSGS: 0x55,
  ESME_RTHROTTLED: 0x58,
  ESME_RINVSCHED: 0x61,
  ESME_RINVEXPIRY: 0x62,
  ESME_RINVDFTMSGID: 0x63,
  ESME_RX_T_APPN: 0x64,
  ESME_RX_P_APPN: 0x65,
  ESME_RX_R_APPN: 0x66,
  ESME_RQUERYFAIL: 0x67,
  ESME_RINVOPTPARSTREAM: 0xc0,
  ESME_ROPTPARNOTALLWD: 0xc1,
  ESME_RINVPARLEN: 0xc2,
  ESME_RMISSINGOPTPARAM: 0xc3,
  ESME_RINVOPTPARAMVAL: 0xc4,
  ESME_RDELIVERYFAILURE: 0xfe,
  ESME_RUNKNOWNERR: 0xff,
} as const;

const namesByStatus = new Map<number, string>(
  Object.entries(commandStatus).map(([name, status]) => [status, name]),
);

/** The specification's name of a command_status, or its hexadecimal value (`0x0000040B`) if it has none. */
export function statusName(status: number): string {
  return namesByStatus.get(status) ?? `0x${status.toString(16).toUpperCase().padStart(8, '0')}`;
}

/**
 * `own`: a code that only the carrier defines, so nobody knows whether the same PDU would be refused again.
 */
export type SubmitClass = 'ok' | 'throttled' | 'queueFull' | 'temporary' | 'bindLost' | 'permanent' | 'own';

/**
 * Classifies the command_status of a submit_sm_resp, or of the generic_nack sent instead. The carrier
 * accepted the message only if the class is `ok`.
 */
export function classifySubmitStatus(status: number): SubmitClass {
  switch (status) {
    case commandStatus.ESME_ROK:
      return 'ok';
    // "ESME has exceeded allowed message limits": slow the link down; the message itself is fine.
    case commandStatus.ESME_RTHROTTLED:
      return 'throttled';
    // "Message Queue Full", of the carrier or of this destination: slow down as well.
    case commandStatus.ESME_RMSGQFUL:
      return 'queueFull';
    // "System Error" of the carrier, and "ESME Receiver Temporary App Error Code", which carriers also return
    // for submits.
    case commandStatus.ESME_RSYSERR:
    case commandStatus.ESME_RX_T_APPN:
      return 'temporary';
    // "Incorrect BIND Status": the carrier has lost our bind. The session binds again; the message is fine.
    case commandStatus.ESME_RINVBNDSTS:
      return 'bindLost';
    // All others of the specification name a fault of this message (address, length, class): the same PDU
    // would be refused again. The rest are a carrier's own codes (0x400 to 0x4FF), or not defined at all.
    default:
      return namesByStatus.has(status) ? 'permanent' : 'own';
  }
}

/** The meaning of a submit's command_status, for display. OWN: a code that only the carrier defines. */
export type StatusMeaning =
  | 'THROTTLED'
  | 'QUEUE_FULL'
  | 'CARRIER_ERROR'
  | 'NOT_BOUND'
  | 'RECIPIENT'
  | 'SENDER'
  | 'TEXT'
  | 'TIME'
  | 'REFUSED'
  | 'REQUEST'
  | 'OWN';

// A status missing here names a field of the request.
const meanings: Partial<Record<keyof typeof commandStatus, StatusMeaning>> = {
  ESME_RTHROTTLED: 'THROTTLED',
  ESME_RMSGQFUL: 'QUEUE_FULL',
  ESME_RSYSERR: 'CARRIER_ERROR',
  ESME_RX_T_APPN: 'CARRIER_ERROR',
  ESME_RUNKNOWNERR: 'CARRIER_ERROR',
  ESME_RINVBNDSTS: 'NOT_BOUND',
  ESME_RINVDSTADR: 'RECIPIENT',
  ESME_RINVDSTTON: 'RECIPIENT',
  ESME_RINVDSTNPI: 'RECIPIENT',
  ESME_RINVNUMDESTS: 'RECIPIENT',
  ESME_RINVSRCADR: 'SENDER',
  ESME_RINVSRCTON: 'SENDER',
  ESME_RINVSRCNPI: 'SENDER',
  ESME_RINVMSGLEN: 'TEXT',
  ESME_RINVSCHED: 'TIME',
  ESME_RINVEXPIRY: 'TIME',
  ESME_RSUBMITFAIL: 'REFUSED',
  ESME_RX_P_APPN: 'REFUSED',
  ESME_RX_R_APPN: 'REFUSED',
  ESME_RDELIVERYFAILURE: 'REFUSED',
};

/** The meaning of a status, by the name that `statusName` returns. */
export function statusMeaning(name: string): StatusMeaning {
  if (!(name in commandStatus)) return 'OWN';
  return meanings[name as keyof typeof commandStatus] ?? 'REQUEST';
}
