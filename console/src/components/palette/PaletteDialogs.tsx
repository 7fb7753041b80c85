// The search of customers, and its list of shortcuts.
import { storeProjectId } from '../../session/storage.ts';
import { palette } from '../../text/palette/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Palette } from './Palette.tsx';
import { useRemember } from './recent.ts';
import { useResults } from './results.ts';
import type { PaletteProps } from './usePalette.tsx';

function Dialogs(props: PaletteProps) {
  const t = useText();
  const remember = useRemember();
  return (
    <Palette
      {...props}
      hint={t('palette.hint')}
      useResults={useResults}
      onFollow={(result) => {
        remember(result);
        if (result.project !== undefined) storeProjectId(result.project);
      }}
    />
  );
}

export const PaletteDialogs = withTexts(Dialogs, palette);
