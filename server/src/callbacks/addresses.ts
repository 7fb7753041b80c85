// Which addresses a callback may go to: those of the public internet. The ranges are IANA's special-purpose registries (RFC 6890
// and what has been added since).
import { BlockList, isIP } from 'node:net';

const SPECIAL_V4 = listOf('ipv4', [
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
]);
/** Everything that is given out to be reached; all outside of it is special. */
const UNICAST_V6 = listOf('ipv6', ['2000::/3']);
const SPECIAL_V6 = listOf('ipv6', [
  '2001::/23', // protocol assignments, with Teredo: IPv4 behind a tunnel
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: IPv4 behind a tunnel
  '3fff::/20', // documentation
]);
/** IPv6 addresses that stand for the IPv4 address in their last 32 bits: mapped, and NAT64 (RFC 6052). */
const CARRIES_V4 = listOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96']);

const OWN_NETWORK_V4 = listOf('ipv4', ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
const OWN_NETWORK_V6 = listOf('ipv6', ['::1/128', 'fc00::/7']);

/** Whether an address, as text without brackets, is one of the public internet; what is no address is not. */
export function isGlobal(address: string): boolean {
  return judge(address, {
    v4: (v4) => !SPECIAL_V4.check(v4, 'ipv4'),
    v6: (v6) => UNICAST_V6.check(v6, 'ipv6') && !SPECIAL_V6.check(v6, 'ipv6'),
  });
}

/** Whether an address is this machine's or of a private network: what CALLBACKS_ALLOW_PRIVATE opens, and nothing else. */
export function isOwnNetwork(address: string): boolean {
  return judge(address, {
    v4: (v4) => OWN_NETWORK_V4.check(v4, 'ipv4'),
    v6: (v6) => OWN_NETWORK_V6.check(v6, 'ipv6'),
  });
}

type Judges = { v4: (address: string) => boolean; v6: (address: string) => boolean };

function judge(address: string, { v4, v6 }: Judges): boolean {
  const version = isIP(address);
  // With a zone (fe80::1%eth0) it belongs to one cable.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return v4(address);
  return CARRIES_V4.check(address, 'ipv6') ? v4(lastV4(address)) : v6(address);
}

/** The last 32 bits of an IPv6 address as an IPv4 address. */
function lastV4(address: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address);
  if (dotted) return dotted[0];
  // URL writes every IPv6 address one way: hexadecimal groups, the longest run of zeros left out.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [low = 0, high = 0] = written
    .replace(/::$/, '::0')
    .split(':')
    .reverse()
    .map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
