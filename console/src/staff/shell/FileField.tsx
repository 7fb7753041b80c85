// A field for one CSV file of staff, with its problem below it.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FileDrop } from '../../components/import/FileDrop.tsx';

type Props = {
  label: string;
  /** A description of the file's content. */
  hint: string;
  /** The name of the chosen file. */
  name: string | undefined;
  problem: ReactNode;
  onFile: (file: File) => void;
  /** Called with the reason. */
  onRefused: (reason: string) => void;
};

export function FileField({ label, name, problem, ...drop }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets add a border, and a legend is not a label
    <div role="group" aria-label={label}>
      <Text fw={500} mb={8}>
        {label}
      </Text>
      <FileDrop chosen={name} {...drop} />
      {problem ? (
        <Text role="alert" fz={13} c="var(--danger)" mt={8}>
          {problem}
        </Text>
      ) : null}
    </div>
  );
}
