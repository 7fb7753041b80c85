// The owner of a name as staff see it: the business, and what gives it the name.
import type { NameOwner } from '@godwit/contract/owners';
import { Anchor, Text } from '@mantine/core';
import type { Translate } from '../../text/useText.ts';
import type { FactRow } from '../shell/StaffPage.tsx';

/** The public page of a business in its register, if that has an address by number. */
const LOOKUPS: Partial<Record<NameOwner['scheme'], string>> = {
  ABN: 'https://abr.business.gov.au/ABN/View?id=',
};

/** Other names that texts may have instead of a sender ID, as its team has given them. */
export const aliasFacts = (t: Translate, aliases: readonly string[]): FactRow[] =>
  aliases.length === 0 ? [] : [[t('staff.owner.aliases'), aliases.join(', '), 'whole']];

/** The facts of an owner; one line if nobody has named it. */
export function ownerFacts(t: Translate, owner: NameOwner | null): FactRow[] {
  if (owner === null) return [[t('staff.owner'), t('staff.owner.none')]];
  const { legal_name: name, scheme, number, basis, for_client: forClient } = owner;
  const lookup = LOOKUPS[scheme];
  const numbered = `${scheme} ${number}`;
  return [
    [
      t('staff.owner'),
      <Text span inherit key="owner" style={{ overflowWrap: 'anywhere' }}>
        {name},{' '}
        {lookup ? (
          <Anchor href={lookup + number} target="_blank" rel="noreferrer">
            {numbered}
          </Anchor>
        ) : (
          numbered
        )}
      </Text>,
    ],
    [t('staff.owner.basis'), t(`staff.owner.basis.${basis}`)],
    [t('staff.owner.sends'), t(forClient ? 'staff.owner.client' : 'staff.owner.itself')],
  ];
}
