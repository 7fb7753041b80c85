// Shows a document in a dialog or in a page, with zoom, rotation and pages. It is controlled by buttons, keys
// (+ - 0 R, Page Up and Down), Ctrl with the wheel, and two fingers. A document that cannot be shown can be
// downloaded; if one page fails, the others still work.
import { ActionIcon, Box, Button, Flex, Group, Skeleton, Text, Tooltip } from '@mantine/core';
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import {
  type Icon,
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { saveFile } from '../../components/list/Download.tsx';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Page, Pdf } from './pdf.ts';
import {
  FITTING,
  type Size,
  STEP,
  scaleOf,
  scrolledTo,
  turned,
  turnedSize,
  type View,
  zoomed,
} from './view.ts';

/** `opening` identifies each opening. */
export type Opened = { opening: number; name: string; file: Blob };

/** The document stays set while the dialog fades out. */
type Props = { opened: boolean; document: Opened | null; onClose: () => void };

export function DocumentViewer({ opened, document, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Dialog opened={opened} onClose={onClose} title={document?.name} size={1120} fullScreen={narrow} parted>
      {document ? <Viewer key={document.opening} {...document} /> : null}
    </Dialog>
  );
}

/** The same inside a page. Its keys work wherever the focus is, except in fields. */
export function InlineDocument({ document }: { document: Opened }) {
  return (
    <Box
      component="section"
      aria-label={document.name}
      h={{ base: 480, sm: 'auto' }}
      mt={16}
      pt={8}
      bd="1px solid var(--hairline)"
      bdrs={8}
      style={{ overflow: 'hidden' }}
    >
      <Viewer key={document.opening} {...document} />
    </Box>
  );
}

const FIELDS = 'input, textarea, select';

function Viewer({ name, file }: Omit<Opened, 'opening'>) {
  const t = useText();
  const [number, setNumber] = useState(1);
  const [view, setView] = useState<View>(FITTING);
  const { pages, sheet: found, giveUp } = useSheet(file, number);
  const isBroken = found === 'broken';
  const sheet = isBroken ? null : found;
  const { ref: measured, width: available } = useElementSize();
  const scale = sheet ? scaleOf(view, sheet, available) : 1;
  const zoom = (factor: number) => setView((seen) => zoomed(seen, seen.scale ?? scale, factor));
  const fit = () => setView((seen) => ({ ...seen, scale: null }));
  const container = useMergedRef(measured, useZoom({ sheet, scale, zoom }));
  const go = (by: number) => setNumber((page) => Math.min(pages, Math.max(1, page + by)));
  useShortcuts({
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': fit,
    r: () => setView(turned),
    ...(pages > 1 ? { PageDown: () => go(1), PageUp: () => go(-1) } : {}),
  });
  const save = () => saveFile(file, name);
  if (isBroken && pages === 1) return <Broken text={t('staff.viewer.broken')} onSave={save} />;
  return (
    <Flex direction="column" h={{ base: '100%', sm: 'max(560px, 82dvh)' }} mih={0}>
      <Group justify="space-between" gap={8} px={{ base: 8, xs: 16 }} pb={8} flex="none">
        <Group gap={4}>
          <Tool label={t('staff.viewer.out')} icon={IconZoomOut} onPress={() => zoom(1 / STEP)} />
          <Text w={48} ta="center" role="status" aria-label={t('staff.viewer.scale')}>
            {t('staff.viewer.percent', { scale })}
          </Text>
          <Tool label={t('staff.viewer.in')} icon={IconZoomIn} onPress={() => zoom(STEP)} />
          <Tool label={t('staff.viewer.fit')} icon={IconArrowAutofitWidth} onPress={fit} />
          <Tool label={t('staff.viewer.turn')} icon={IconRotateClockwise} onPress={() => setView(turned)} />
          <Tool label={t('action.download')} icon={IconDownload} onPress={save} />
        </Group>
        {pages > 1 ? <Pages number={number} pages={pages} onGo={go} /> : null}
      </Group>
      <Box
        ref={container}
        flex={1}
        mih={0}
        className="ruled"
        bg="var(--subtle)"
        role="group"
        aria-label={name}
        tabIndex={0}
        data-autofocus
        style={{ overflow: 'auto', touchAction: 'pan-x pan-y', outlineOffset: -2 }}
      >
        {isBroken ? <Broken text={t('staff.viewer.brokenPage')} onSave={save} /> : null}
        {sheet && available > 0 ? (
          <RotatedSheet sheet={sheet} name={name} scale={scale} turns={view.turns} onBroken={giveUp} />
        ) : null}
        {isBroken || (sheet && available > 0) ? null : <Skeleton height="100%" aria-busy="true" />}
      </Box>
    </Flex>
  );
}

function Broken({ text, onSave }: { text: string; onSave: () => void }) {
  const t = useText();
  return <EmptyState text={text} action={<Button onClick={onSave}>{t('action.download')}</Button>} />;
}

/** Handles keys while the viewer is open, except with Ctrl, which the browser uses. */
function useShortcuts(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isTyping = (event.target as Partial<Element>).closest?.(FIELDS);
    if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function Tool({ label, icon: Icon, onPress }: { label: string; icon: Icon; onPress: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={40} aria-label={label} onClick={onPress}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

type PagesProps = { number: number; pages: number; onGo: (by: number) => void };

function Pages({ number, pages, onGo }: PagesProps) {
  const t = useText();
  return (
    <Group gap={4} wrap="nowrap">
      <Tool label={t('pager.previous')} icon={IconChevronLeft} onPress={() => onGo(-1)} />
      <Text role="status">{t('pager.page', { page: number, pages })}</Text>
      <Tool label={t('pager.next')} icon={IconChevronRight} onPress={() => onGo(1)} />
    </Group>
  );
}

type RotatedSheetProps = {
  sheet: Sheet;
  name: string;
  scale: number;
  turns: number;
  onBroken: (sheet: Sheet) => void;
};

/** Centers the sheet in the viewport. A sheet that is larger starts at its corner. */
function RotatedSheet({ sheet, name, scale, turns, onBroken }: RotatedSheetProps) {
  const { width, height } = turnedSize(sheet, { turns });
  const size = { width: sheet.width * scale, height: sheet.height * scale };
  return (
    <Box pos="relative" mx="auto" style={{ width: width * scale, height: height * scale }}>
      <Box
        pos="absolute"
        left="50%"
        top="50%"
        style={{ ...size, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
      >
        {'url' in sheet ? (
          <img src={sheet.url} alt={name} width="100%" height="100%" style={{ display: 'block' }} />
        ) : (
          <PdfPage page={sheet} name={name} scale={scale} onBroken={onBroken} />
        )}
      </Box>
    </Box>
  );
}

type PdfPageProps = { page: Page; name: string; scale: number; onBroken: (page: Page) => void };

/** A page of a PDF, drawn again for each scale. The old drawing is stretched until the new one is ready. */
function PdfPage({ page, name, scale, onBroken }: PdfPageProps) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const giveUp = useEffectEvent(() => onBroken(page));
  useEffect(() => {
    if (!container) return;
    const controller = new AbortController();
    page.draw(scale, devicePixelRatio, controller.signal).then(
      (canvas) => {
        if (controller.signal.aborted) return;
        canvas.style.width = '100%';
        canvas.style.height = '100%';
        container.replaceChildren(canvas);
      },
      // Ignored if another scale or page was selected since.
      () => controller.signal.aborted || giveUp(),
    );
    return () => controller.abort();
  }, [container, page, scale]);
  return <Box ref={setContainer} role="img" aria-label={name} h="100%" bg="#ffffff" />;
}

type Sheet = (Size & { url: string }) | Page;

type OpenedDocument = { pages: number; sheet: (number: number) => Promise<Sheet> };

/**
 * Opens a document until `signal` aborts. Rejects if the content does not match the file's type or cannot be
 * read.
 */
async function openDocument(file: Blob, signal: AbortSignal): Promise<OpenedDocument> {
  if (file.type === 'application/pdf') {
    // Loaded separately, because it is as large as the rest of the page and few documents need it.
    const { openPdf } = await import('./pdf.ts');
    const { pages, page }: Pdf = await openPdf(file, signal);
    return { pages, sheet: page };
  }
  const url = URL.createObjectURL(file);
  signal.addEventListener('abort', () => URL.revokeObjectURL(url), { once: true });
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const sheet = { url, width: picture.naturalWidth, height: picture.naturalHeight };
  return { pages: 1, sheet: async () => sheet };
}

/**
 * Returns the current sheet: null while it loads, 'broken' if it cannot be shown. Call `giveUp` for a sheet
 * that cannot be drawn.
 */
function useSheet(file: Blob, number: number) {
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  const [sheet, setSheet] = useState<Sheet | 'broken' | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    openDocument(file, controller.signal).then(
      (opened) => controller.signal.aborted || setOpened(opened),
      () => controller.signal.aborted || setSheet('broken'),
    );
    return () => controller.abort();
  }, [file]);

  useEffect(() => {
    if (!opened) return;
    let isOver = false;
    opened.sheet(number).then(
      (found) => isOver || setSheet(found),
      () => isOver || setSheet('broken'),
    );
    return () => {
      isOver = true;
    };
  }, [opened, number]);

  const giveUp = (drawn: Sheet) => setSheet((shown) => (shown === drawn ? 'broken' : shown));
  return { pages: opened?.pages ?? 1, sheet, giveUp };
}

/** The zoom per pixel of wheel movement. One notch is about a hundred pixels. */
const ZOOM_PER_PIXEL = 0.0025;

type Point = { x: number; y: number };

type ZoomOptions = { sheet: Sheet | null; scale: number; zoom: (factor: number) => void };

/** Returns the ref of the scrolling element. Each sheet starts at its top. `zoom` is called with a factor. */
function useZoom({ sheet, scale, zoom }: ZoomOptions) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const anchor = useRef<Point | null>(null);
  const lastScale = useRef(scale);

  useLayoutEffect(() => {
    const growth = scale / lastScale.current;
    lastScale.current = scale;
    if (!container || growth === 1) return;
    const { x, y } = anchor.current ?? { x: container.clientWidth / 2, y: container.clientHeight / 2 };
    anchor.current = null;
    container.scrollTo(
      scrolledTo(container.scrollLeft, x, growth),
      scrolledTo(container.scrollTop, y, growth),
    );
  }, [container, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sheet changes
  useEffect(() => {
    container?.scrollTo(0, 0);
  }, [container, sheet]);

  const zoomAt = useEffectEvent((factor: number, { x, y }: Point) => {
    const { left = 0, top = 0 } = container?.getBoundingClientRect() ?? {};
    anchor.current = { x: x - left, y: y - top };
    zoom(factor);
  });

  useEffect(() => {
    if (!container) return;
    const controller = new AbortController();
    // Not passive, because otherwise the browser would zoom the whole page.
    const listening = { passive: false, signal: controller.signal };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * ZOOM_PER_PIXEL), { x: event.clientX, y: event.clientY });
    };
    let lastDistance: number | null = null;
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!one || !other) {
        lastDistance = null;
        return;
      }
      event.preventDefault();
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (lastDistance !== null && lastDistance > 0) zoomAt(distance / lastDistance, middle);
      lastDistance = distance;
    };
    container.addEventListener('wheel', onWheel, listening);
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      container.addEventListener(name, onTouch, listening);
    return () => controller.abort();
  }, [container]);

  return setContainer;
}
