import { test } from 'vitest'

// Vitest needs a file to start with; the runner chooses all others.
test('the runner takes over', () => {})
