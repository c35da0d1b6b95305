import { useDisclosure } from '@mantine/hooks'

/** For a dialog with a form: once something was typed, neither Escape nor a click outside closes it. */
export function useInputGuard() {
  const [hasInput, { open }] = useDisclosure()
  return { dialog: { closeOnEscape: !hasInput, closeOnClickOutside: !hasInput }, form: { onChange: open } }
}
