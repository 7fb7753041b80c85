// Lists of the addresses and ranges that may use an SMPP account or an API key.
import { BlockList, isIP } from 'node:net';

/** Whether an address is in one of these networks. An empty list allows every address. */
export function isAllowed(networks: readonly string[], address: string): boolean {
  return networks.length === 0 || isIn(networksOf(networks), address);
}

/** The networks as a list to check addresses against. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list;
}

/** Whether an address is in a list of networks. */
export function isIn(list: BlockList | undefined, address: string): boolean {
  const family = isIP(address);
  if (!list || family === 0) return false;
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
