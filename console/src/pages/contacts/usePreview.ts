// The first rows of a chosen file, read by the rules of the team's country.
import { skipToken, useQuery } from '@tanstack/react-query';
import { phonePlansQuery } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { readPreview } from './csvPreview.ts';
import { readNumber } from './readNumber.ts';

/** Its error's message is a sentence to show. */
export function usePreview(file: File | null) {
  const t = useText();
  const country = useTeam().region.id;
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  const words = {
    noNumber: t('upload.noNumber'),
    noRows: t('upload.noRows'),
    noText: t('upload.noText'),
    unreadable: t('upload.unreadable'),
  };
  const check = (cell: string) =>
    !parse || readNumber(cell, country, parse) !== null ? null : t('upload.badNumber');
  return useQuery({
    queryKey: ['csv preview', file?.name, file?.size, file?.lastModified, country],
    queryFn: file && parse ? () => readPreview(file, check, words) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
