// Text to copy: a command, a snippet, an answer. It scrolls by itself, and the keyboard can reach it.

import { ActionIcon, Box, CopyButton, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { t } from '../../language.ts'
import classes from './CodeBlock.module.css'

type Props = {
  children: string
  label: string
  maxHeight?: number
  /** The copied text, if it differs from the shown text. */
  copyText?: string
}

export const CodeBlock = ({ children, label, maxHeight = 320, copyText = children }: Props) => (
  <Box className={classes.block}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <section className={classes.scroll} tabIndex={0} aria-label={label} style={{ maxHeight }}>
      <pre className={classes.text}>{children}</pre>
    </section>
    <CopyButton value={copyText} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('Copied') : t('Copy')}>
          <ActionIcon
            className={classes.copy}
            onClick={copy}
            aria-label={t('Copy: {label}', { label })}
            variant="default"
            size="md"
          >
            {copied ? <Check size={14} /> : <Copy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  </Box>
)
