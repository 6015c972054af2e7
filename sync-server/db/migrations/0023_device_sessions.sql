ALTER TABLE "directory"."sessions" ADD COLUMN "device" text;
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "version" integer;
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "unsent" integer;
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "ended_as" text;
--> statement-breakpoint
ALTER TABLE "directory"."sessions" ADD COLUMN "ended_at" timestamp(3) with time zone;
