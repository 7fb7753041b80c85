// The owner of a name as staff see it: the business, and what gives it the name.
import type { OwnerDetails } from '@godwit/contract/ownerDetails';
import type { NameOwner } from '@godwit/contract/owners';
import type { SenderCase } from '@godwit/contract/staff/reviews';
import { Anchor, Box, Text } from '@mantine/core';
import { Link } from 'react-router';
import { countryName } from '../../countryName.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { staffPaths } from '../paths.ts';
import { type FactRow, useHere } from '../shell/StaffPage.tsx';

/** The public page of a business in its register, if that has an address by number. */
const LOOKUPS: Partial<Record<NameOwner['scheme'], string>> = {
  ABN: 'https://abr.business.gov.au/ABN/View?id=',
};

/** Other names that texts may have instead of a sender ID, as its team has given them. */
export const aliasFacts = (t: Translate, aliases: readonly string[]): FactRow[] =>
  aliases.length === 0 ? [] : [[t('staff.owner.aliases'), aliases.join(', '), 'whole']];

/** The details of an owner in a request, and which of them it lacks; none without an owner. */
export function detailFacts(t: Translate, owner: NameOwner | null, details: OwnerDetails | null): FactRow[] {
  if (owner === null) return [];
  const { owner_kind: kind = '', owner_country: country = '', ...of }: Partial<OwnerDetails> = details ?? {};
  const { owner_address: address = '', owner_website: website = '', contact_authority: authority = '' } = of;
  const lines: [string, string][] = [
    [t('staff.owner.kind'), kind && t(`staff.owner.kind.${kind}`)],
    [t('staff.owner.country'), countryName(country)],
    [t('staff.owner.address'), address],
    [t('staff.owner.website'), website],
    [t('staff.owner.contact'), [of.contact_name, of.contact_role].filter(Boolean).join(', ')],
    [t('staff.owner.authority'), authority && t(`staff.owner.authority.${authority}`)],
  ];
  const missing = lines.filter(([, value]) => value === '').map(([label]) => label);
  return [
    ...lines.filter(([, value]) => value !== ''),
    ...(missing.length > 0 ? [[t('staff.owner.missing'), missing.join(', '), 'whole'] as FactRow] : []),
  ];
}

type Names = SenderCase['other_legal_names'];

/** A warning with the other legal names that teams give the number of an owner. */
export function OtherLegalNames({ owner, names }: { owner: NameOwner | null; names: Names }) {
  const t = useText();
  const here = useHere();
  if (owner === null || names.length === 0) return null;
  const { scheme, number, legal_name: name } = owner;
  const title = t('staff.owner.otherNames', { number: `${scheme} ${number}` });
  return (
    <NoteBox tone="warning" label={title}>
      <Text fw={600}>{title}</Text>
      <Text>{t('staff.owner.otherNamesText')}</Text>
      <Box component="ul" mt={8} style={{ overflowWrap: 'anywhere' }}>
        <li>{t('staff.owner.nameHere', { name })}</li>
        {names.map(({ team, legal_name: other }) => (
          <li key={`${team.id} ${other}`}>
            {other},{' '}
            <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
              {team.name}
            </Anchor>
          </li>
        ))}
      </Box>
    </NoteBox>
  );
}

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
