CREATE TABLE "held_files" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"device" text,
	"file" uuid NOT NULL,
	"file_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"state" text NOT NULL,
	"refusal" jsonb,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "held_files_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "file" uuid;
--> statement-breakpoint
CREATE UNIQUE INDEX "held_files_file" ON "held_files" USING btree ("tenant_id","user_id","file");
--> statement-breakpoint
CREATE INDEX "held_files_created_at" ON "held_files" USING btree ("tenant_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "held_files_session_id" ON "held_files" USING btree ("tenant_id","session_id");
--> statement-breakpoint
alter table held_files enable row level security;
--> statement-breakpoint
alter table held_files force row level security;
--> statement-breakpoint
create policy of_tenant on held_files using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on held_files to holdfast_app;
--> statement-breakpoint
grant select, insert, update, delete on held_files to holdfast_upkeep;
