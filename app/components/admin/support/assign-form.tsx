import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'

type AssignFormProps = {
  admins: readonly { readonly id: string; readonly fullName: string }[]
  /** To whom it is assigned; '' for nobody. */
  assigneeId: string
  viewerId: string
}

/** Who answers the request: the admin takes it, or gives it to another one. */
export function AssignForm({ admins, assigneeId, viewerId }: AssignFormProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {assigneeId !== viewerId && (
        <QuickForm
          fields={{ intent: 'assign', to: viewerId, seen_to: assigneeId }}
          kind="secondary"
          failed="The request could not be assigned"
        >
          Take it
        </QuickForm>
      )}
      <Form
        key={assigneeId}
        method="post"
        failed="The request could not be assigned"
        className="flex min-w-0 grow items-end gap-2"
      >
        <input type="hidden" name="intent" value="assign" />
        <input type="hidden" name="seen_to" value={assigneeId} />
        <SelectField
          label="Assigned to"
          name="to"
          placeholder="Nobody"
          options={admins.map(({ id, fullName }) => ({ value: id, label: fullName }))}
          defaultValue={assigneeId}
          className="min-w-0 max-w-xs flex-1"
        />
        <Button kind="secondary" className="min-h-12!">
          Assign
        </Button>
      </Form>
    </div>
  )
}
