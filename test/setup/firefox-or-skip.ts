import { beforeEach, inject } from 'vitest'

beforeEach(({ skip }) => {
  skip(inject('browser') === null, 'There is no Firefox.')
})
