// The texts of emails in the draft: the subject and the opening of each kind, the closing and the lines at the end, by
// language. An empty field is our own text.

import { Badge, Group, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Language, languageCodes, languages } from '../../../../languages/languages.ts'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { mistakeAt, type Path, valueAt, withoutEmpty } from './content.ts'
import { useEditing } from './Fields.tsx'

type Kind = ResponseBody<'/staff/mails/texts'>['texts'][number]

export function TextData() {
  const [{ language: chosen }, setFilters] = useFilters()
  const language = languageCodes.find(code => code === chosen) ?? 'en'
  const kinds = useQuery({
    queryKey: ['staff', 'mails', 'texts'],
    queryFn: () => unwrap(api.GET('/staff/mails/texts')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          Plain text. Names in braces stand for values. An empty field uses our text.{' '}
          <AppLink to="/mails" search={{ tab: 'samples' }} size="sm" underline="always">
            See all emails
          </AppLink>
        </Text>
        <SegmentedControl
          aria-label="Language of the texts"
          size="xs"
          data={languageCodes.map(code => ({ value: code, label: languages[code] }))}
          value={language}
          onChange={code => setFilters({ language: code === 'en' ? '' : code })}
        />
      </Group>
      <Section title="In every email" about="Before your name, and after the legal lines of your brand.">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field
            key={`closing ${language}`}
            path={['texts', 'closing', language]}
            label="Closing"
            ours={language === 'de' ? 'Freundliche Grüße' : 'Kind regards,'}
          />
          <Footer key={`footer ${language}`} language={language} />
        </SimpleGrid>
      </Section>
      {kinds.isPending ? <RowsSkeleton rows={6} /> : null}
      {kinds.error ? <Failure error={kinds.error} retry={() => kinds.refetch()} /> : null}
      {kinds.data?.texts.map(kind => (
        <KindTexts key={`${kind.name} ${language}`} kind={kind} language={language} />
      ))}
    </>
  )
}

function KindTexts({ kind, language }: { kind: Kind; language: Language }) {
  const { content } = useEditing()
  const path: Path = ['texts', 'emails', kind.name, language]
  const ours = kind.ours.find(one => one.language === language)!
  const title = kind.name.replaceAll('_', ' ')
  return (
    <Section
      title={title.charAt(0).toUpperCase() + title.slice(1)}
      actions={
        valueAt(content, path) === undefined ? null : (
          <Badge variant="light" radius="sm">
            Your text
          </Badge>
        )
      }
    >
      <Stack gap="sm">
        <Field path={[...path, 'subject']} label="Subject" ours={ours.subject} />
        <Field path={[...path, 'opening']} label="Opening" ours={ours.opening} isLong />
        <Text size="xs" c="dimmed" className="wrap">
          Values: {kind.values.map(name => `{${name}}`).join(', ')}
          {kind.required.length === 0
            ? ''
            : `. The opening needs ${kind.required.map(name => `{${name}}`).join(' and ')}.`}
        </Text>
      </Stack>
    </Section>
  )
}

/** An object whose last text is emptied disappears, so that nothing of it differs. */
function Field({ path, label, ours, isLong }: { path: Path; label: string; ours: string; isLong?: true }) {
  const { content, mistakes, change } = useEditing()
  const props = {
    label,
    placeholder: ours,
    value: String(valueAt(content, path) ?? ''),
    error: mistakeAt(mistakes, path),
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value.replaceAll('\n', ' ')
      change(['texts'], withoutEmpty(content.texts, path.slice(1), text === '' ? undefined : text))
    },
  }
  return isLong ? <Textarea autosize minRows={2} {...props} /> : <TextInput {...props} />
}

const maxFooterLines = 6

/** The typed text stays as it is, also with a line that is not begun yet. */
function Footer({ language }: { language: Language }) {
  const { content, mistakes, change } = useEditing()
  const path: Path = ['texts', 'footer', language]
  const stored = valueAt(content, path)
  const [text, setText] = useState(Array.isArray(stored) ? stored.join('\n') : '')
  const mistake = mistakes.find(one => one.part === 'texts' && one.path.startsWith(`/footer/${language}`))
  return (
    <Textarea
      label="Lines at the end"
      description={`At most ${maxFooterLines}`}
      autosize
      minRows={2}
      value={text}
      error={mistake?.text ?? mistakeAt(mistakes, path)}
      onChange={event => {
        setText(event.currentTarget.value)
        const lines = event.currentTarget.value
          .split('\n')
          .map(line => line.trim())
          .filter(line => line !== '')
        change(['texts'], withoutEmpty(content.texts, path.slice(1), lines.length === 0 ? undefined : lines))
      }}
    />
  )
}
