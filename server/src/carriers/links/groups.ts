// Link groups: the queues that messages wait in. Messages that the same links may carry wait together.
import type { Routed, TakesTlvs } from '../../messages/accept/draft.ts';
import { unpackTlvs } from '../../messages/accept/tlvs.ts';
import { numberMetadata } from '../../phoneNumbers.ts';
import { isHttp, type LinkConfig } from './config.ts';
import { openRules, type Rule } from './rules.ts';
import { passesTlv } from './tlvs.ts';

/** A link that may carry the messages of a link group: lower tiers first, by weight within a tier. */
export type RoutedLink = { linkId: string; tier: number; weight: number };

export type LinkGroups = {
  groups: ReadonlyMap<string, RoutedLink[]>;
  /** Whether rules decide before prefixes. */
  hasRules: boolean;
  /**
   * The group of a message: that of the first rule that it fits, else that of the longest route prefix of its
   * number. Null if no link takes it.
   */
  find(message: Routed): string | null;
  /** Whether all links of a group pass packed optional parameters on, so that failover keeps them. */
  takesTlvs: TakesTlvs;
};

/**
 * Derives the link groups of a network. A rule is a group, and so is a prefix of the links' own routes. Rules
 * apply to LIVE only, because TEST messages go to the simulator.
 */
export function groupLinks(links: readonly LinkConfig[], rules: readonly Rule[] = []): LinkGroups {
  const groups = new Map<string, RoutedLink[]>();
  let longest = 0;
  for (const { id, mode, routes } of links) {
    for (const { prefix, tier, weight } of routes) {
      const name = groupName(mode, prefix);
      groups.set(name, [...(groups.get(name) ?? []), { linkId: id, tier, weight }]);
      longest = Math.max(longest, prefix.length);
    }
  }
  for (const { name, links: some } of rules)
    groups.set(
      ruleGroup(name),
      some.map(({ link, ...route }) => ({ linkId: link, ...route })),
    );

  function findByPrefix({ mode, recipient }: Routed): string | null {
    for (let length = longest; length >= 0; length--) {
      const name = groupName(mode, recipient.slice(1, 1 + length));
      if (groups.has(name)) return name;
    }
    return null;
  }
  const configs = new Map(links.map((config) => [config.id, config]));
  const takesTlvs: TakesTlvs = (name, tlvs) =>
    (groups.get(name) ?? []).every(({ linkId }) => {
      const config = configs.get(linkId);
      return config && !isHttp(config) && unpackTlvs(tlvs).every((tlv) => passesTlv(config, tlv));
    });
  const hasRules = rules.length > 0;
  if (!hasRules) return { groups, hasRules, find: findByPrefix, takesTlvs };
  const findRule = openRules(rules);
  const find = (message: Routed) => {
    const rule = message.mode === 'LIVE' ? findRule(message) : null;
    return rule ? ruleGroup(rule.name) : findByPrefix(message);
  };
  return { groups, hasRules, find, takesTlvs };
}

const RULE = '#';
const groupName = (mode: string, prefix: string) => `${mode}:${prefix}`;
const ruleGroup = (name: string) => groupName('LIVE', RULE + name);

/** The group to which a message moves that no link takes any more. It waits there until one does. */
const noLink = (mode: string) => groupName(mode, '');

/**
 * The group in which a waiting message of group `name` belongs now. If no link takes it, it stays, unless the
 * links of its group carry other messages by now.
 */
export function groupNow({ groups, find }: LinkGroups, name: string, message: Waiting): string {
  const found = find({ ...message, country: () => numberMetadata(message.recipient).region });
  return found ?? (groups.has(name) ? noLink(message.mode) : name);
}

/** A stored message. Its country is derived from its number, if a rule asks for it. */
type Waiting = Omit<Routed, 'country'>;

/** Parses a group's name into its mode, and its rule or its prefix; the other one is null. */
export function readGroupName(name: string): {
  mode: LinkConfig['mode'];
  prefix: string | null;
  rule: string | null;
} {
  const [mode, of = ''] = name.split(':') as [LinkConfig['mode'], string?];
  return of.startsWith(RULE) ? { mode, prefix: null, rule: of.slice(1) } : { mode, prefix: of, rule: null };
}
