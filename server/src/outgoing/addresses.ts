// Decides which addresses a customer's URL may lead to: only the public internet. The ranges come from IANA's
// special-purpose registries (RFC 6890 and later additions).
import { BlockList, isIP } from 'node:net';

/**
 * IPv6 prefixes whose addresses stand for the IPv4 address in their last 32 bits: mapped, and NAT64 (RFC
 * 6052).
 */
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
/** The allocated public ranges. All other IPv6 addresses are special. */
const GIVEN_OUT = listOf(['0.0.0.0/0', '2000::/3']);
const OWN_NETWORK = listOf([
  '10.0.0.0/8',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
]);

/** Whether a text without brackets is an address of the public internet. False if it is no address. */
export function isGlobal(address: string): boolean {
  return isIn(GIVEN_OUT, address) && !isIn(SPECIAL, address);
}

/**
 * Whether an address belongs to this machine or a private network. CALLBACKS_ALLOW_PRIVATE allows these and
 * nothing else.
 */
export function isOwnNetwork(address: string): boolean {
  return isIn(OWN_NETWORK, address);
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  // An address with a zone (fe80::1%eth0) belongs to one local link.
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
