// The brand in the draft: name, color, logos and legal lines, with a preview in light and dark mode.

import { Alert, Button, FileButton, Group, List, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, Info, Upload } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { dataUrlOf } from '../../../components/forms/dataUrl.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import classes from './BrandData.module.css'
import { mistakeAt, valueAt } from './content.ts'
import { TextField, useEditing } from './Fields.tsx'

type Check = ResponseBody<'/staff/operator-data/brand/check', 'post'>
type Scheme = 'light' | 'dark'

const defaultAccent = '#234672'
const checkDelayMs = 250
const maxLogoBytes = 300_000
/** A wide logo stands for the name: src/http/shop/brand.ts. */
const minWideRatio = 1.8

const check = (brand: Record<string, unknown>) => api.POST('/staff/operator-data/brand/check', { body: { brand } })

export function BrandData() {
  const { content, change } = useEditing()
  const brand = (content.brand ?? {}) as Record<string, unknown>
  const { logo: _logo, ...withoutLogo } = brand
  const [asked] = useDebouncedValue(JSON.stringify(withoutLogo), checkDelayMs)
  const checked = useQuery({
    queryKey: ['staff', 'brand-check', asked],
    queryFn: () => check(JSON.parse(asked)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <Section
        title={t('Brand')}
        about={t('On sign-in, navigation, browser tabs, emails, invoices, job tickets and the documentation.')}
        actions={
          content.brand === undefined ? null : (
            <Button size="xs" variant="subtle" color="red" onClick={() => change(['brand'], undefined)}>
              {t('Remove brand')}
            </Button>
          )
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          <TextField
            path={['brand', 'name']}
            label={t('Name')}
            description={t('Shown instead of Octavo')}
            empty={t('Enter a name')}
          />
          <AccentField check={checked.data} />
          <TextField
            path={['brand', 'supportAddress']}
            label={t('Support address')}
            description={t('Where customers send questions')}
            optional
          />
          <TextField
            path={['brand', 'replyTo']}
            label={t('Reply address')}
            description={t('Where answers to emails go, if not to their sender')}
            optional
          />
          <LegalLines />
        </SimpleGrid>
      </Section>
      <Section
        title={t('Logo')}
        about={t('PNG or SVG, at most 300 kB. Without a logo, the name is shown with its initial.')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          <LogoField scheme="light" />
          <LogoField scheme="dark" />
        </SimpleGrid>
      </Section>
      <Section title={t('Preview')} about={t('With unsaved changes. Nothing is public before the draft is published.')}>
        {checked.error ? <Failure error={checked.error} retry={() => checked.refetch()} /> : null}
        {checked.data?.palette ? (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Preview scheme="light" palette={checked.data.palette} />
            <Preview scheme="dark" palette={checked.data.palette} />
          </SimpleGrid>
        ) : null}
      </Section>
    </>
  )
}

function AccentField({ check: checked }: { check: Check | undefined }) {
  const { content, change, mistakes } = useEditing()
  const path = ['brand', 'accent'] as const
  const accent = String(valueAt(content, path) ?? defaultAccent)
  const isChecked = checked?.legibleAccent != null && /^#[0-9a-f]{6}$/i.test(accent)
  const isIllegible = isChecked && checked.legibleAccent !== accent.toLowerCase()
  const saved = mistakeAt(mistakes, path)
  return (
    <div>
      <TextInput
        label={t('Accent color')}
        description={t('Of buttons, links and what is chosen. White text stands on it')}
        value={accent}
        error={
          isIllegible
            ? t('White text on it has a contrast of {contrast} : 1, expected at least {least} : 1', {
                contrast: number(checked.contrast ?? 0),
                least: number(4.5),
              })
            : /^#[0-9a-f]{6}$/i.test(accent)
              ? saved
              : t('Enter a color such as #234672')
        }
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t('Choose the accent color')}
            value={/^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : defaultAccent}
            onChange={event => change(path, event.currentTarget.value)}
          />
        }
        onChange={event => change(path, event.currentTarget.value.trim())}
      />
      {isIllegible ? (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => change(path, checked.legibleAccent)}>
          {t('Use {color}, the nearest shade that fits', { color: checked.legibleAccent ?? '' })}
        </Button>
      ) : null}
    </div>
  )
}

function LegalLines() {
  const { content, change, mistakes } = useEditing()
  const path = ['brand', 'legalLines'] as const
  const lines = valueAt(content, path)
  const mistake = mistakes.find(({ part, path: at }) => part === 'brand' && at.startsWith('/legalLines'))
  return (
    <Textarea
      label={t('Legal lines')}
      description={t('Company name, register, address: at most six lines, below emails and invoices')}
      minRows={3}
      maxRows={6}
      value={Array.isArray(lines) ? lines.join('\n') : ''}
      error={mistake?.advice ?? null}
      onChange={event => {
        const text = event.currentTarget.value
        change(path, text === '' ? undefined : text.split('\n'))
      }}
      onBlur={() => {
        if (!Array.isArray(lines)) return
        const kept = lines.map(line => String(line).trim()).filter(line => line !== '')
        change(path, kept.length === 0 ? undefined : kept)
      }}
    />
  )
}

const schemeTexts = {
  light: {
    title: t('For light backgrounds'),
    logo: t('Logo for light backgrounds'),
    choose: t('Choose file: logo for light backgrounds'),
    preview: t('Preview in light mode'),
  },
  dark: {
    title: t('For dark backgrounds'),
    logo: t('Logo for dark backgrounds'),
    choose: t('Choose file: logo for dark backgrounds'),
    preview: t('Preview in dark mode'),
  },
}

function LogoField({ scheme }: { scheme: Scheme }) {
  const { content, change, mistakes } = useEditing()
  const path = ['brand', 'logo', scheme] as const
  const logos = (valueAt(content, ['brand', 'logo']) ?? {}) as Partial<Record<Scheme, string>>
  const own = logos[scheme]
  const upload = useAction({
    mutationFn: readLogo,
    onSuccess({ logo }) {
      if (logo !== null) change(['brand', 'logo'], { ...logos, [scheme]: logo })
    },
  })
  const remove = () => {
    upload.reset()
    // The light logo is also that for dark backgrounds, unless there is another.
    change(scheme === 'light' ? ['brand', 'logo'] : path, undefined)
  }
  const isLocked = scheme === 'dark' && logos.light === undefined
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {schemeTexts[scheme].title}
      </Text>
      <div className={`${classes.logoBox} ${classes[scheme]}`}>
        {own === undefined ? (
          <Text size="sm" className={classes.quiet}>
            {isLocked
              ? t('First choose the logo for light backgrounds')
              : scheme === 'dark'
                ? t('Same as for light backgrounds')
                : t('No logo')}
          </Text>
        ) : (
          <img src={own} alt={schemeTexts[scheme].logo} className={classes.logo} />
        )}
      </div>
      <FormError error={upload.error} />
      {upload.data?.mistake == null ? null : (
        <Alert color="red" icon={<CircleAlert size={18} />} role="alert">
          {upload.data.mistake}
        </Alert>
      )}
      {mistakeAt(mistakes, path) === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)">
          {mistakeAt(mistakes, path)}
        </Text>
      )}
      {upload.data !== undefined && upload.data.removed.length > 0 ? (
        <Alert color="blue" icon={<Info size={18} />} title={t('Parts of the SVG were removed')}>
          <Text size="sm">{t('Only shapes are kept. Check that the logo still looks right.')}</Text>
          <List size="sm">
            {upload.data.removed.map(part => (
              <List.Item key={part}>
                <code className="wrap">{part}</code>
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      <Group gap="xs">
        <FileButton
          accept="image/png,image/svg+xml,.png,.svg"
          disabled={isLocked}
          onChange={file => {
            if (file !== null) upload.mutate(file)
          }}
        >
          {props => (
            <Button
              size="xs"
              variant="default"
              leftSection={<Upload size={14} />}
              loading={upload.isPending}
              disabled={isLocked}
              aria-label={schemeTexts[scheme].choose}
              {...props}
            >
              {t('Choose file')}
            </Button>
          )}
        </FileButton>
        {own === undefined ? null : (
          <Button size="xs" variant="subtle" color="red" onClick={remove}>
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type ReadLogo = { logo: string | null; removed: string[]; mistake: string | null }

/** The logo of a file as it may be published. */
async function readLogo(file: File): Promise<ReadLogo> {
  const refused = (mistake: string): ReadLogo => ({ logo: null, removed: [], mistake })
  if (file.size > maxLogoBytes)
    return refused(
      t('{file} has {size} kB, more than 300 kB.', { file: file.name, size: number(Math.ceil(file.size / 1000)) }),
    )
  const { mistakes, logo, removed } = await check({ name: 'x', logo: { light: await dataUrlOf(file) } })
  const mistake = mistakes.find(({ path }) => path.startsWith('/logo'))?.advice
  if (logo.light === null)
    return refused(
      t('{file} can’t be used: {why}.', { file: file.name, why: mistake ?? t('it is not a PNG or SVG file') }),
    )
  return { logo: logo.light, removed, mistake: null }
}

/** As the screens show it, with the colors of a given mode and not with those of this page. */
function Preview({ scheme, palette }: { scheme: Scheme; palette: NonNullable<Check['palette']> }) {
  const { content } = useEditing()
  const { name, logo, supportAddress } = (content.brand ?? {}) as {
    name?: string
    logo?: Partial<Record<Scheme, string>>
    supportAddress?: string
  }
  const shown = logo?.[scheme] ?? logo?.light
  const [isWide, setWide] = useState(false)
  const product = name || 'Octavo'
  const button = palette.shades[scheme === 'light' ? 7 : 6]
  const style = {
    '--preview-text': palette.text[scheme],
    '--preview-pale': palette.pale[scheme],
    '--preview-button': button,
  } as React.CSSProperties
  return (
    <figure className={`${classes.preview} ${classes[scheme]}`} style={style} aria-label={schemeTexts[scheme].preview}>
      <div className={classes.head}>
        {shown === undefined ? (
          <span className={classes.initial} style={{ background: palette.shades[7] }} aria-hidden>
            {Array.from(product)[0]?.toUpperCase()}
          </span>
        ) : (
          <img
            src={shown}
            alt=""
            className={classes.small}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setWide(naturalWidth >= minWideRatio * naturalHeight)
            }
          />
        )}
        {shown !== undefined && isWide ? null : <span className={classes.name}>{product}</span>}
      </div>
      <div className={classes.chosen}>{t('Orders')}</div>
      <div className={classes.row}>
        <span className={classes.button}>{t('Place order')}</span>
        <span className={classes.link}>{t('View order')}</span>
      </div>
      <div className={classes.quiet}>{t('Kind regards, {name}', { name: product })}</div>
      {supportAddress ? <div className={classes.quiet}>{supportAddress}</div> : null}
    </figure>
  )
}
