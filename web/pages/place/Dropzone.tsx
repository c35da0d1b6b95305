import { FileButton, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../language.ts'
import classes from './Dropzone.module.css'

type Props = { label: string; about: string; icon: ReactNode; isDisabled: boolean; take: (file: File) => void }

/** A file, dropped or chosen. */
export function Dropzone({ label, about, icon, isDisabled, take }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <FileButton
      onChange={file => file && take(file)}
      accept=".xlsx,.csv,text/csv"
      disabled={isDisabled}
      inputProps={{ 'aria-label': label }}
    >
      {props => (
        <UnstyledButton
          {...props}
          className={classes.zone}
          data-over={isOver || undefined}
          disabled={isDisabled}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault()
            setOver(false)
            const [file] = event.dataTransfer.files
            if (file !== undefined && !isDisabled) take(file)
          }}
        >
          {icon}
          <Text span fw={500}>
            {t('{label} or drop it here', { label })}
          </Text>
          <Text span size="sm" c="dimmed" maw={640}>
            {about}
          </Text>
        </UnstyledButton>
      )}
    </FileButton>
  )
}
