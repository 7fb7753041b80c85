// The form of a network with rules, and the words for its faults.
import { describe, expect, it } from 'vitest';
import { readNetwork } from './config.ts';

const link = { id: 'dialog', host: 'smpp.example.com', port: 2775, system_id: 'shop', password: 'hush-hus' };
const other = { ...link, id: 'mobitel', routes: [] };
const rule = { name: 'codes', when: { classes: ['transactional'] }, links: [{ link: 'mobitel' }] };
const none = () => {
  throw new Error('there is none');
};
const parts = { profile: none, certificates: none };
const read = (content: unknown) => readNetwork(content, 'The network', parts);

describe('a network', () => {
  it('is a list of links, or an object with links and rules', () => {
    const { links, rules } = read([link]);
    expect(rules).toEqual([]);
    expect(read({ links: [link] })).toEqual({ links, rules });
    const whole = read({ links: [link, other], routes: [rule] });
    expect(whole.links.map(({ id, mode, routes }) => ({ id, mode, routes }))).toEqual([
      { id: 'dialog', mode: 'LIVE', routes: [{ prefix: '', tier: 1, weight: 1 }] },
      { id: 'mobitel', mode: 'LIVE', routes: [] },
    ]);
    expect(whole.rules).toEqual([{ ...rule, links: [{ link: 'mobitel', tier: 1, weight: 1 }] }]);
  });

  const withRule = (change: object, ...more: object[]) => ({
    links: [link, { ...other, routes: undefined }],
    routes: [{ ...rule, ...change }, ...more],
  });
  it.each<[unknown, string]>([
    [{ links: [link, { ...link, id: 'b', port: 'x' }] }, 'links[1].port of link b: '],
    [{ links: [] }, 'links: name at least one link'],
    [{ links: [link], route: [] }, 'Unrecognized key: "route"'],
    [{ links: [link, link] }, 'uses the id dialog twice'],
    [{ links: [link, other] }, 'links[1].routes of link mobitel: name at least one route, because no rule'],
    [[other], '[0].routes of link mobitel: name at least one route'],
    [{ links: [{ ...link, tls: { ca_file: 'x.pem' } }] }, 'tls.ca_file of link dialog: there is none'],
    [{ links: [{ ...link, tls: { ca: 'no certificate' } }] }, 'tls.ca of link dialog: '],
    [withRule({ name: 'Codes' }), 'routes[0].name of rule Codes: a name is 1 to 32'],
    [withRule({ name: undefined }), 'routes[0].name: '],
    [withRule({ when: undefined }), 'routes[0].when of rule codes: '],
    [withRule({ when: { network: ['x'] } }), 'routes[0].when of rule codes: Unrecognized key: "network"'],
    [
      withRule({ when: { teams: ['Shop'] } }),
      'routes[0].when.teams[0] of rule codes: a team is named by its id',
    ],
    [withRule({ when: { senders: [] } }), 'routes[0].when.senders of rule codes: name at least one'],
    [
      withRule({ when: { classes: ['otp'] } }),
      'classes[0] of rule codes: a class is one of transactional, service',
    ],
    [withRule({ when: { countries: ['lk'] } }), 'countries[0] of rule codes: a country is an ISO 3166 code'],
    [withRule({ when: { prefixes: ['+94'] } }), 'prefixes[0] of rule codes: a prefix is 1 to 15 digits'],
    [withRule({ links: [] }), 'routes[0].links of rule codes: name at least one link'],
    [withRule({ links: [{ link: 'hush' }] }), 'routes[0].links[0].link of rule codes: no link has this id'],
    [
      withRule({ links: [{ link: 'dialog' }, { link: 'dialog', tier: 2 }] }),
      'routes[0].links[1].link of rule codes: this rule names the link twice',
    ],
    [withRule({}, { ...rule, when: {} }), 'routes[1].name of rule codes: another rule has this name'],
    [
      withRule({ when: {} }, { ...rule, name: 'late' }),
      'routes[1] of rule late: no message reaches it, because rule codes above takes them all',
    ],
  ])('with a fault is refused by its field: %j', (content, words) => {
    expect(() => read(content)).toThrow(`The network`);
    expect(() => read(content)).toThrow(words);
    expect(() => read(content)).not.toThrow('hush');
  });
});
