// The wire form of server-sent events (HTML Living Standard §9.2), as text that comes in pieces.
export type WireEvent = { event: string; data: string };

/**
 * Makes a function that takes the next piece of a stream and gives the events it completes. Comments and fields nobody uses here
 * (id, retry) are left out; an event without data is none.
 */
export function createEventReader(): (piece: string) => WireEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== null);
  };
}

function readBlock(block: string): WireEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length > 0 ? { event, data: data.join('\n') } : null;
}
