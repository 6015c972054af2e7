CREATE TABLE "directory"."acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"noted" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "acts_tenant_id_at" ON "directory"."acts" USING btree ("tenant_id","at");
--> statement-breakpoint
CREATE INDEX "verdicts_conflicts" ON "verdicts" USING btree ("tenant_id","id") WHERE result ? 'conflicts';
--> statement-breakpoint
grant select, insert, update, delete on directory.acts to holdfast_directory;
