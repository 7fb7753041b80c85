// A sentence with the support contacts of the operator.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { readQuery } from '../api/client.ts';
import { useText } from '../text/useText.ts';

const supportQuery = {
  ...readQuery(['support'], 'GET /generic/support'),
  staleTime: Number.POSITIVE_INFINITY,
};

/** The support contacts of the operator, once they are known. */
export const useSupport = () => useQuery(supportQuery).data;

export function SupportLine() {
  const t = useText();
  const data = useSupport();
  if (!data) return null;
  const { email, phone, url } = data;
  const contacts = [
    ...(email ? [{ to: `mailto:${email}`, text: email }] : []),
    ...(phone ? [{ to: `tel:${phone}`, text: phone }] : []),
    ...(url ? [{ to: url, text: t('support.page') }] : []),
  ];
  if (contacts.length === 0) return t('support.none');
  return t.rich('support.contact', {
    contacts: contacts.map(({ to, text }, index) => (
      <Fragment key={to}>
        {index === 0 ? null : ', '}
        <Anchor href={to} inherit style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Anchor>
      </Fragment>
    )),
  });
}
