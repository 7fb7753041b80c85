// Fields of a call or of an answer, one below the other: name, type, limits, and what they mean.
import { Box, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { said } from '../../text/sentences.ts';
import { useText } from '../../text/useText.ts';
import classes from './api.module.css';
import type { Field } from './fields.ts';
import { withCode } from './Part.tsx';

type Props = {
  title: string;
  fields: readonly Field[];
  /** Fields of requests say which of them are required; answers have all of theirs. */
  isRequest?: boolean;
};

export function FieldList({ title, fields, isRequest = false }: Props) {
  const t = useText();
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <div>
      <Text component="p" id={id} fz={13} fw={600} pb={8}>
        {title}
      </Text>
      <dl className={classes.fields} aria-labelledby={id}>
        {fields.map(({ name, type, limits, required, description }) => (
          <div key={name}>
            <dt>
              <Group gap="2px 12px" align="baseline">
                <code>{name}</code>
                <Text span fz={13} c="dimmed">
                  {type}
                </Text>
                {isRequest && required ? (
                  <Text span fz={13} fw={500} c="var(--warning)">
                    {t('api.required')}
                  </Text>
                ) : null}
              </Group>
            </dt>
            <Box component="dd" m={0}>
              {description ? <Text mt={4}>{withCode(said(description))}</Text> : null}
              {limits.map((limit) => (
                <Text key={limit} mt={4} fz={13} c="dimmed">
                  {withCode(limit)}
                </Text>
              ))}
            </Box>
          </div>
        ))}
      </dl>
    </div>
  );
}
