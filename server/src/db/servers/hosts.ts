// The hosts of a DATABASE_URL. Apart from address.ts, because settings are read before pg is loaded.

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s;

/** Splits `postgresql://user:password@one:5432,two:5433/name` into one URL for each host, as libpq does. */
export function splitHosts(url: string): string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? [];
  if (!hosts?.includes(',')) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
