"""Modal questions: each ends with its answer, or with None when the person turned away."""

from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.dialogs.confirm import Choice, Confirm
from inspector.ui.dialogs.edit_text import EditText

__all__ = ["Choice", "Choose", "Confirm", "EditText", "Option"]
