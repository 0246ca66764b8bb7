"""Run by Alembic: the connection to migrate is handed over by `dealt.service.store.store`."""

from alembic import context

from dealt.service.store.database import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters few things in place
)
context.run_migrations()
