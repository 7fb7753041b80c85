// Which addresses a call that a customer names may go to: those of the public internet. The ranges are IANA's special-purpose registries (RFC 6890
// and what has been added since).
import { BlockList, isIP } from 'node:net';

/** IPv6 addresses that stand for the IPv4 address in their last 32 bits: mapped, and NAT64 (RFC 6052). */
const CARRY_V4 = ['::ffff:', '64:ff9b::'] as const;

const SPECIAL = listOf([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared, behind carriers' NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, where clouds keep their credentials
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '2001::/23', // protocol assignments, with Teredo: IPv4 behind a tunnel
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: IPv4 behind a tunnel
  '3fff::/20', // documentation
]);
/** Everything that is given out to be reached; all IPv6 outside of it is special. */
const GIVEN_OUT = listOf(['0.0.0.0/0', '2000::/3']);
const OWN_NETWORK = listOf([
  '10.0.0.0/8',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
]);

/** Whether an address, as text without brackets, is one of the public internet; what is no address is not. */
export function isGlobal(address: string): boolean {
  return isIn(GIVEN_OUT, address) && !isIn(SPECIAL, address);
}

/** Whether an address is this machine's or of a private network: what CALLBACKS_ALLOW_PRIVATE opens, and nothing else. */
export function isOwnNetwork(address: string): boolean {
  return isIn(OWN_NETWORK, address);
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  // With a zone (fe80::1%eth0) it belongs to one cable.
  return version !== 0 && !address.includes('%') && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    if (isIP(network) === 6) {
      list.addSubnet(network, Number(bits), 'ipv6');
      continue;
    }
    list.addSubnet(network, Number(bits), 'ipv4');
    for (const prefix of CARRY_V4) list.addSubnet(prefix + network, Number(bits) + 96, 'ipv6');
  }
  return list;
}
